import { CommanderError, type Command as Program } from 'commander';
import { defined } from '../core/defined.js';
import { nearest } from '../core/text/nearest.js';
import { nameProblem } from '../core/worktrees/worktree-name.js';
import type { Command, ResumeOption, RunOptions } from './command.js';
import * as messages from './command-line-messages.js';
import { UsageError } from './errors.js';
import type { ProgramOptions } from './option-values.js';
import { OTHER_MCP_OPTIONS } from './other-options.js';
import { type Chosen, createProgram, SUBCOMMANDS } from './program.js';
import { quote } from './quote-value.js';
import type { ChosenAction, Subcommand, SubcommandCall, SubcommandHost } from './subcommand.js';
import { AGENT_VERSION, isActionWord, SUBCOMMAND_ACTIONS } from './subcommand-names.js';
import { isAgentName, UNSUPPORTED_COMMANDS, unsupportedCommand, unsupportedOption } from './unsupported-words.js';

/** Reads the arguments; folders and agents are checked later. `subcommands`: none unless `mayNameSubcommand`. */
export function parseCommandLine(
	argv: readonly string[],
	version: string,
	subcommands: readonly Subcommand[],
): Command {
	// Commander would take a word after -- for a subcommand.
	const dashes = argv.indexOf('--');
	const before = asHelpOption(withAgentVersion(dashes === -1 ? argv : argv.slice(0, dashes)));
	const literal = dashes === -1 ? [] : argv.slice(dashes + 1);
	let printedWord: string | null = null;
	let chosen: Chosen = { type: 'run', isDemo: false, words: [] };
	let printed = '';
	const program = createProgram(
		version,
		(choice) => {
			chosen = choice;
		},
		(text) => {
			printed += text;
		},
		subcommands,
	);
	const first = firstOperand(before, program.options);
	const isPrompt = first !== null && before.slice(0, first).some((word) => PRINT.test(word));
	// Behind -p stands a prompt, also where it is one word that names a command.
	if (isPrompt && SUBCOMMANDS.includes(before[first] ?? '')) printedWord = before[first] ?? null;
	const rest = printedWord === null ? before : before.filter((_, index) => index !== first);
	try {
		program.parse(rest, { from: 'user' });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		if (error.exitCode === 0) return { type: 'show', text: printed };
		throw new UsageError(sentenceOf(error, namedCommand(program, rest)));
	}
	const given: Chosen = chosen;
	const whole =
		given.type === 'run' && printedWord !== null ? { ...given, words: [printedWord, ...given.words] } : given;
	return toCommand(whole, literal, program);
}

const PRINT = /^(?:--print|-[a-zA-Z]*p)$/;

/** `help COMMAND`, as other programs have it, is that command with `--help`. */
function asHelpOption(argv: readonly string[]): readonly string[] {
	const [word, name = '', ...action] = argv;
	if (word !== 'help' || !SUBCOMMANDS.includes(name)) return argv;
	const isNamed = action.every((each) => SUBCOMMAND_ACTIONS[name]?.includes(each) === true);
	return isNamed && action.length <= 1 ? [name, ...action, '--help'] : argv;
}

/** Where the first word stands that is neither an option nor the value of one; null: nowhere. */
function firstOperand(argv: readonly string[], options: Program['options']): number | null {
	for (let at = 0; at < argv.length; at += 1) {
		const word = argv[at] ?? '';
		if (!word.startsWith('-') || word === '-') return at;
		const option = options.find(({ short, long }) => word === short || word === long);
		const next = argv[at + 1];
		if (option?.required === true || (option?.optional === true && next?.startsWith('-') === false)) at += 1;
	}
	return null;
}

/** Renames `--version` of `agents install`: commander would give it to the program, which has one, too. */
function withAgentVersion(argv: readonly string[]): readonly string[] {
	const words = argv.filter((word) => !word.startsWith('-'));
	const at = words.indexOf('agents');
	if (at === -1 || words[at + 1] !== 'install') return argv;
	const from = argv.indexOf('install', argv.indexOf('agents'));
	return argv.map((word, index) => (index < from ? word : word.replace(/^--version(?==|$)/, AGENT_VERSION)));
}

/** Options given on the command line: commander sets a `no-` option to true by default. */
function givenOptions(program: Program): ProgramOptions {
	const { persistence, ...options } = program.opts<ProgramOptions & { readonly persistence: boolean }>();
	return persistence ? options : { ...options, noPersistence: true };
}

function toCall(
	{ subcommand, action, name, own }: ChosenAction,
	literal: readonly string[],
	program: Program,
): SubcommandCall {
	const { takesLiteral = false, load } = action;
	const options = givenOptions(program);
	if (literal.length > 0 && !takesLiteral) {
		const whole = subcommand.literal === undefined ? subcommand.name : name;
		throw new UsageError(`"acp-tui ${whole}" takes no ${subcommand.literal ?? 'prompt'}`);
	}
	refuseRunOptions(subcommand, options);
	const agents = [own['agent'], options.agent, options.agentCommand].filter((agent) => agent !== undefined);
	if (agents.length > 1) throw new UsageError(messages.twoAgents);
	const request = { ...options, ...own, ...(takesLiteral ? { literal } : {}) };
	// The request has the type of the subcommand's rows, which its module repeats.
	const run = async (host: SubcommandHost) => (await load(program))(request as never, host);
	return { type: 'subcommand', name, request, run };
}

function toCommand(chosen: Chosen, literal: readonly string[], program: Program): Command {
	if (chosen.type === 'subcommand') return toCall(chosen, literal, program);
	const options = givenOptions(program);
	// With `-p` a script speaks: its words are a prompt, whatever they look like.
	if (!chosen.isDemo && literal.length === 0 && options.print !== true) refuseCommandLikeWords(chosen.words);
	const run = toRunOptions(chosen.isDemo, options);
	const words = chosen.words.filter((word) => word !== '-');
	const isInputAwaited = words.length < chosen.words.length;
	if (isInputAwaited && options.print !== true) throw new UsageError(messages.dashNeedsPrint);
	const prompt = [...words, ...literal].join(' ').trim();
	const isConversation = options.inputFormat === 'stream-json';
	if (options.print === true) {
		if (isConversation && options.outputFormat !== 'stream-json')
			throw new UsageError('--input-format stream-json needs --output-format stream-json');
		if (isConversation && (prompt !== '' || isInputAwaited))
			throw new UsageError(
				'--input-format stream-json takes no prompt: send {"type":"prompt","text":"…"} on standard input',
			);
		return { type: 'print', run, prompt, isInputAwaited };
	}
	if (options.timeout !== undefined) throw new UsageError(messages.needsPrint('--timeout'));
	if (options.retries !== undefined) throw new UsageError(messages.needsPrint('--retries'));
	if (options.auth !== undefined) throw new UsageError(messages.needsPrint('--auth'));
	if (options.inputFormat !== undefined) throw new UsageError(messages.needsPrint('--input-format'));
	if (options.outputFormat !== undefined) throw new UsageError(messages.needsPrint('--output-format'));
	return { type: 'interactive', run, prompt };
}

function toRunOptions(isDemo: boolean, options: ProgramOptions): RunOptions {
	if (options.agent !== undefined && options.agentCommand !== undefined) throw new UsageError(messages.twoAgents);
	if (isDemo && (options.agent ?? options.agentCommand) !== undefined) throw new UsageError(messages.demoTakesNoAgent);
	if (options.mode === 'bypassPermissions' && options.allowBypass !== true) {
		throw new UsageError(messages.bypassNeedsConsent);
	}
	return {
		...options,
		...(isDemo ? { agent: 'demo' } : {}),
		worktree: worktreeOf(options),
		resume: resumeOption(options),
	};
}

function worktreeOf({ worktree, worktreeCopy }: ProgramOptions): RunOptions['worktree'] {
	if (worktree === undefined) {
		if (worktreeCopy === true) throw new UsageError('--worktree-copy needs --worktree');
		return null;
	}
	const problem = worktree === true ? null : nameProblem(worktree);
	if (problem !== null)
		throw new UsageError(`${quote(String(worktree))} is not a name for a worktree: a name ${problem}`);
	return { name: worktree === true ? null : worktree, isCopying: worktreeCopy === true };
}

function resumeOption(options: ProgramOptions): ResumeOption | null {
	const { resume, continue: isContinued, fork, briefing, print, worktree } = options;
	const id = typeof resume === 'string' ? resume.trim() : '';
	const isAsked = isContinued === true || resume !== undefined;
	const isList = resume !== undefined && id === '';
	if (isContinued === true && resume !== undefined) throw new UsageError(messages.CONTINUE_OR_RESUME);
	if (isAsked && worktree !== undefined) throw new UsageError(messages.RESUME_WORKTREE);
	if (isList && print === true) throw new UsageError(messages.LIST_NEEDS_SCREEN);
	if (fork === true && (!isAsked || isList)) throw new UsageError(messages.FORK_NEEDS_SESSION);
	if (briefing === true && !isAsked) throw new UsageError('--briefing needs --continue or --resume');
	const how = { isFork: fork === true, isPrinted: print === true, ...defined({ isBriefed: briefing }) };
	if (isContinued === true) return { type: 'newest', ...how };
	if (isList) return { type: 'list', ...how };
	return isAsked ? { type: 'id', id, ...how } : null;
}

function refuseRunOptions({ name, takes }: Subcommand, options: ProgramOptions): void {
	const taken: readonly string[] = takes;
	for (const option of Object.keys(options)) {
		if (taken.includes(option)) continue;
		const flag = `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
		throw new UsageError(messages.takesNoOption(name, flag));
	}
}

// A mistyped command must not become a prompt that an agent starts to work on.
function refuseCommandLikeWords(words: readonly string[]): void {
	const missing = unsupportedCommand(words);
	if (missing !== null) throw new UsageError(missing);
	const [word, next, ...more] = words;
	if (word === undefined || words.some((each) => /\s/.test(each))) return;
	const known =
		next === undefined ? [...SUBCOMMANDS, ...UNSUPPORTED_COMMANDS] : commandsBefore(word, next, more.length);
	const meant = nearest(word, known);
	if (meant === null) return;
	throw new UsageError(messages.unknownCommand(words.join(' '), meant));
}

/** Commands with an action near `next`, those whose singular is `word`, and those that take an agent alone. */
function commandsBefore(word: string, next: string, more: number): readonly string[] {
	const named = Object.entries(SUBCOMMAND_ACTIONS).filter(
		([name, actions]) => nearest(next, actions) !== null || (name === `${word}s` && isActionWord(next)),
	);
	return [...named.map(([name]) => name), ...(more === 0 && isAgentName(next) ? ['login', 'logout'] : [])];
}

// Commander names the option in its sentence alone; test/cli/commander.test.ts holds it to these words.
function sentenceOf(error: CommanderError, chain: readonly Program[]): string {
	const quoted = /'(.*?)'/.exec(error.message)?.[1] ?? '';
	if (error.code === 'commander.unknownOption') return unknownOption(quoted, chain);
	if (error.code === 'commander.optionMissingArgument') {
		return messages.needsValue((/--[a-z-]+/.exec(quoted)?.[0] ?? quoted).replace(AGENT_VERSION, '--version'));
	}
	const asked = chain.at(-1);
	if (error.code === 'commander.missingArgument') {
		return messages.needsArgument(chain.map((command) => command.name()).join(' '), quoted);
	}
	if (error.code === 'commander.excessArguments' && asked !== undefined) {
		const named = chain.map((command) => command.name()).join(' ');
		const [word = ''] = asked.args;
		const actions = asked.commands.map((command) => command.name());
		if (actions.length > 0) return messages.unknownAction(word, actions, named);
		return messages.tooManyWords(named, asked.args.slice(asked.registeredArguments.length));
	}
	return error.message.replace(/^error: /, '').replace(/\s+/g, ' ');
}

function unknownOption(flag: string, chain: readonly Program[]): string {
	const isSubcommand = chain.length > 1;
	const command = chain.map((each) => each.name()).join(' ');
	const missing = isSubcommand && chain[1]?.name() !== 'demo' ? null : unsupportedOption(flag);
	if (missing !== null) return missing;
	const options = chain.flatMap((command) => command.options.map((option) => option.name()));
	const meant = flag.startsWith('--') ? nearest(flag.slice(2), options) : null;
	const advice = OTHER_MCP_OPTIONS[flag] ?? 'the command of a server, with its options, stands behind --';
	if (command === 'acp-tui mcp add' && meant === null) return `there is no ${flag} here; ${advice}`;
	return messages.unknownOption(flag, meant, command);
}

/** The program and the subcommands, nested ones too, that the arguments name. */
function namedCommand(program: Program, argv: readonly string[]): readonly Program[] {
	const chain = [program];
	let at = program;
	for (const word of argv) {
		const next = at.commands.find((command) => command.name() === word);
		if (next === undefined) continue;
		chain.push(next);
		at = next;
	}
	return chain;
}
