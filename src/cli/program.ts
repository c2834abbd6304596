import { type Option, Command as Program } from 'commander';
import { AGENT_NETWORKS } from '../core/agent-network.js';
import { CHAT } from '../core/policy/own-mode.js';
import { MODES } from '../core/policy/policy-types.js';
import { AGENT_SANDBOX_SETTINGS } from '../core/sandbox/sandbox.js';
import { OUTPUT_FORMATS } from './command.js';
import { exampleText } from './examples.js';
import { choiceOf, INPUT_FORMATS, listOf, parseRetries, parseSandbox, parseTimeout, wordOf } from './option-values.js';
import { oneOf } from './quote-value.js';
import { type ChosenAction, defineSubcommand, type Subcommand } from './subcommand.js';
import { AGENT_VERSION, SUBCOMMAND_NAMES } from './subcommand-names.js';

export type Chosen =
	| { readonly type: 'run'; readonly isDemo: boolean; readonly words: readonly string[] }
	| ChosenAction;

export const SUBCOMMANDS: readonly string[] = ['demo', ...SUBCOMMAND_NAMES];

const FIRST_STEPS = `
Without a configured agent, the bundled demo agent answers; it needs no account
and no network. "acp-tui agents" lists real ones.
`;

const EXIT_CODES = `
Exit codes: 0 the turn ended, 1 the agent failed, 2 wrong usage or
configuration, 3 a sign-in is needed, 4 refused by the agent, 5 a limit was
reached, 6 timed out, 7 denied, 128 + n ended by signal n.
`;

/** `choose` gets the command that is named. What commander would print goes to `print`, and it never exits. */
export function createProgram(
	version: string,
	choose: (chosen: Chosen) => void,
	print: (text: string) => void,
	subcommands: readonly Subcommand[],
): Program {
	const program = new Program('acp-tui')
		.description(
			'One terminal UI for any agent that speaks the Agent Client Protocol (ACP), with one permission policy and a read-only plan mode.',
		)
		.usage('[options] [prompt...]')
		.argument('[prompt...]', 'sent at once; put it after -- when it starts with a dash or is the name of a command')
		.helpOption('-h, --help', 'show this help')
		.version(version, '-V, --version', 'print the version')
		.option('-a, --agent <name>', 'which agent to start; "acp-tui agents" lists the names', wordOf('--agent'))
		.option('--agent-command <line>', 'start any ACP agent by its command line', wordOf('--agent-command'))
		.option('-C, --cwd <dir>', 'work in this directory', wordOf('--cwd'))
		.option('-m, --mode <mode>', `${[...MODES, CHAT.name].join(', ')}, or a mode of your config`, wordOf('--mode'))
		.option('--model <model>', 'begin with this model of the agent', wordOf('--model'))
		.option('--sandbox <kind>', `sandbox of the agent: ${oneOf(AGENT_SANDBOX_SETTINGS)}`, parseSandbox)
		.option(
			'--network <kind>',
			`its network access in a fence or a shadow: ${oneOf(AGENT_NETWORKS)}`,
			choiceOf('--network', AGENT_NETWORKS),
		)
		.option(
			'--writable <dir>',
			'with a sandbox: let the agent write to this folder as well (repeatable)',
			listOf('--writable'),
		)
		.option('--allow-bypass', 'allow switching to bypassPermissions')
		.option('-c, --continue', 'resume the newest session of this folder')
		.option(
			'-r, --resume [id]',
			'resume a session by its id, or the first letters of it; without one: choose it from a list',
		)
		.option('--fork', 'with -c or -r: continue in a copy of the session')
		.option('--briefing', 'with -c or -r: if it cannot be resumed, begin a new session with a summary of it')
		.option('-p, --print', 'print the answer and exit; adds standard input to the prompt (- waits for it)')
		.option('--timeout <seconds>', 'give up after this long (with -p: exit code 6)', parseTimeout)
		.option('--retries <count>', 'with -p: how often to retry after a temporary failure', parseRetries)
		.option('--auth <method>', 'with -p: sign in first, by this method of the agent', wordOf('--auth'))
		.option(
			'--output-format <format>',
			`with -p: ${oneOf(OUTPUT_FORMATS)}`,
			choiceOf('--output-format', OUTPUT_FORMATS),
		)
		.option(
			'--input-format <format>',
			'with -p: text, or stream-json to hold a conversation over standard input',
			choiceOf('--input-format', INPUT_FORMATS),
		)
		.option('--allow <rule>', 'allow what the rule matches (repeatable)', listOf('--allow'))
		.option('--deny <rule>', 'deny what the rule matches (repeatable)', listOf('--deny'))
		.option('--add-dir <dir>', 'work in this folder as well (repeatable)', listOf('--add-dir'))
		.option('--worktree [name]', 'work in a git worktree with a branch of its own; a name is made up without one')
		.option('--worktree-copy', 'with --worktree: copy the ignored files that .worktreeinclude lists')
		.option('--mcp-config <file>', 'give the agent the MCP servers of this file (repeatable)', listOf('--mcp-config'))
		.option('--screen-reader', 'write plain lines for a screen reader instead of drawing a screen')
		.option('--record <file>', 'write the protocol traffic to a new file, as JSON lines', wordOf('--record'))
		.option('--no-persistence', 'keep nothing of this run: no session, history, drafts, file versions or log')
		.option('--debug', 'write more into the log ("acp-tui config path" says where it is)')
		.helpCommand(false)
		.exitOverride()
		.showSuggestionAfterError(false)
		.configureOutput({ writeOut: print, writeErr: () => {} })
		.configureHelp({
			showGlobalOptions: true,
			visibleGlobalOptions: takenOptions(subcommands),
			optionTerm: ({ flags }) => flags.replace(AGENT_VERSION, '--version'),
		})
		.action((words: string[]) => choose({ type: 'run', isDemo: false, words }));
	program
		.command('demo')
		.description('try it with the bundled demo agent: no account, no network')
		.argument('[prompt...]', 'sent at once')
		.action((words: string[]) => choose({ type: 'run', isDemo: true, words }));
	for (const subcommand of subcommands) defineSubcommand(program, subcommand, choose);
	addExamples(program, '');
	return program;
}

function addExamples(command: Program, name: string): void {
	command.addHelpText('after', () => {
		const text = exampleText(name);
		return name === '' ? `${FIRST_STEPS}${text}${EXIT_CODES}` : text;
	});
	for (const below of command.commands) addExamples(below, `${name} ${below.name()}`.trim());
}

/** Lists inherited options in the help of a command: those that it uses, or all for a run. */
function takenOptions(subcommands: readonly Subcommand[]): (command: Program) => Option[] {
	return (command) => {
		const names: string[] = [];
		const inherited: Option[] = [];
		for (let parent = command.parent; parent !== null; parent = parent.parent) inherited.push(...parent.options);
		for (let each: Program | null = command; each !== null; each = each.parent) names.push(each.name());
		const takes: readonly string[] | undefined = subcommands.find(({ name }) => names.includes(name))?.takes;
		const root = command.parent?.parent ?? command.parent;
		return inherited.filter(
			(option) =>
				takes === undefined || root?.options.includes(option) !== true || takes.includes(option.attributeName()),
		);
	};
}
