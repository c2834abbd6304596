import { Command as Program } from 'commander';
import { CONFIG_ACTIONS } from './command.js';
import { listOf, parseFormat, parseMode, parseTimeout, wordOf } from './option-values.js';

/** Which command the words chose, with its words. */
export type Chosen = {
	readonly name: 'run' | 'demo' | 'agents' | 'config';
	readonly words: readonly string[];
	readonly isAgreed?: boolean;
};

/** Every subcommand of this version. */
export const SUBCOMMANDS: readonly string[] = ['demo', 'agents', 'config'];

const EXAMPLES = `
Without an agent set up, the bundled demo agent answers: it needs no account and
no network.

Examples:
  acp-tui                                      start here
  acp-tui --agent-command "codex-acp" -m plan  any ACP agent, in plan mode
  acp-tui -p "Explain this repository" --output-format json
  git diff | acp-tui -p "Review this" --allow "Execute(npm test *)"

Exit codes: 0 the turn ended, 1 the agent failed, 2 wrong usage or
configuration, 3 a sign-in is needed, 4 refused by the agent, 5 a limit was
reached, 6 timed out, 7 denied, 128 + n ended by signal n.
`;

/**
 * The commander program: options, subcommands and their help. `choose` hears which command the
 * words named; options are read from the program afterwards. Everything that commander would print
 * goes to `print`, and it never exits by itself.
 */
export function createProgram(
	version: string,
	choose: (chosen: Chosen) => void,
	print: (text: string) => void,
): Program {
	const program = new Program('acp-tui')
		.description('A terminal client of the Agent Client Protocol: any agent, one policy, a plan mode that holds.')
		.usage('[options] [prompt…]')
		.argument('[prompt...]', 'sent at once; after -- it may begin with a dash or a command name')
		.helpOption('-h, --help', 'show this help')
		.version(version, '-V, --version', 'print the version')
		.option('-a, --agent <name>', 'the agent, by a name of "acp-tui agents"', wordOf('--agent'))
		.option('--agent-command <line>', 'any ACP agent by its command line', wordOf('--agent-command'))
		.option('-C, --cwd <dir>', 'the workspace, instead of this directory', wordOf('--cwd'))
		.option('-m, --mode <mode>', 'default, acceptEdits, plan or bypassPermissions', parseMode)
		.option('--allow-bypass', 'put the bypassPermissions mode in reach')
		.option('-p, --print', 'no interface: send the prompt and standard input, print the answer')
		.option('--timeout <seconds>', 'with -p: end with 6 after that long', parseTimeout)
		.option('--output-format <format>', 'with -p: text, json or stream-json', parseFormat)
		.option('--allow <rule>', 'let through what the rule matches (repeatable)', listOf('--allow'))
		.option('--deny <rule>', 'refuse what the rule matches (repeatable)', listOf('--deny'))
		.option('--screen-reader', 'no screen, but lines for a screen reader')
		.option('--record <file>', 'write the protocol traffic as JSON lines', wordOf('--record'))
		.helpCommand(false)
		.exitOverride()
		.showSuggestionAfterError(false)
		.configureOutput({ writeOut: print, writeErr: () => {} })
		.configureHelp({ showGlobalOptions: true })
		.action((words: string[]) => choose({ name: 'run', words }));
	program.addHelpText('after', EXAMPLES);
	program
		.command('demo')
		.description('run with the bundled demo agent')
		.argument('[prompt...]', 'sent at once')
		.action((words: string[]) => choose({ name: 'demo', words }));
	program
		.command('agents')
		.description('list the agents that can be started')
		.action(() => choose({ name: 'agents', words: [] }));
	program
		.command('config')
		.description('show the configuration and where it comes from')
		.argument('[action]', `${CONFIG_ACTIONS.join(', ')}`)
		.option('-y, --yes', 'with trust: do not ask')
		.action((action: string | undefined, { yes }: { readonly yes?: true }) =>
			choose({ name: 'config', words: action === undefined ? [] : [action], isAgreed: yes === true }),
		);
	return program;
}
