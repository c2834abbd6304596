import { CommanderError } from 'commander';
import type { Mode } from '../core/policy/types.js';
import { nearest } from '../core/text/nearest.js';
import type { OutputFormat } from '../frontends/headless/options.js';
import { CONFIG_ACTIONS, type Command, type ConfigAction, type RunOptions } from './command.js';
import * as messages from './messages.js';
import { type Chosen, createProgram, SUBCOMMANDS } from './program.js';
import { UNSUPPORTED_COMMANDS, unsupportedCommand, unsupportedOption } from './unsupported.js';
import { UsageError } from './usage-error.js';

type Options = {
	readonly agent?: string;
	readonly agentCommand?: string;
	readonly cwd?: string;
	readonly mode?: Mode;
	readonly allowBypass?: true;
	readonly print?: true;
	readonly timeout?: number;
	readonly outputFormat?: OutputFormat;
	readonly allow?: readonly string[];
	readonly deny?: readonly string[];
	readonly record?: string;
	readonly debug?: true;
	readonly screenReader?: true;
};

/**
 * Reads the arguments (without node and script). Looks at nothing but them: whether a directory
 * exists or an agent is known is checked later. Throws a UsageError with one sentence.
 */
export function parseCommandLine(argv: readonly string[], version: string): Command {
	// Commander would take a word after -- for a subcommand.
	const dashes = argv.indexOf('--');
	const before = dashes === -1 ? argv : argv.slice(0, dashes);
	const literal = dashes === -1 ? [] : argv.slice(dashes + 1);
	let chosen: Chosen = { name: 'run', words: [] };
	let printed = '';
	const program = createProgram(
		version,
		(choice) => {
			chosen = choice;
		},
		(text) => {
			printed += text;
		},
	);
	try {
		program.parse(before, { from: 'user' });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		if (error.exitCode === 0) return { type: 'show', text: printed };
		throw new UsageError(
			sentenceOf(
				error,
				program.options.map((option) => option.name()),
			),
		);
	}
	return toCommand(chosen, literal, program.opts<Options>());
}

function toCommand(chosen: Chosen, literal: readonly string[], options: Options): Command {
	if (chosen.name === 'agents' || chosen.name === 'config') {
		if (literal.length > 0) throw new UsageError(messages.takesNoPrompt(chosen.name));
		refuseRunOptions(chosen.name, options);
		const cwd = options.cwd ?? null;
		if (chosen.name === 'agents') return { type: 'agents', cwd };
		const action = parseAction(chosen.words[0]);
		const isAgreed = chosen.isAgreed === true;
		if (isAgreed && action !== 'trust') throw new UsageError(messages.actionTakesNoYes(action));
		return { type: 'config', action, cwd, isAgreed };
	}
	if (chosen.name === 'run' && literal.length === 0) refuseCommandLikeWords(chosen.words);
	const run = toRunOptions(chosen.name === 'demo', options);
	const words = chosen.words.filter((word) => word !== '-');
	const isInputAwaited = words.length < chosen.words.length;
	if (isInputAwaited && options.print !== true) throw new UsageError(messages.dashNeedsPrint);
	const prompt = [...words, ...literal].join(' ').trim();
	if (options.print === true) {
		return {
			type: 'print',
			run,
			prompt,
			timeoutSeconds: options.timeout ?? null,
			format: options.outputFormat ?? 'text',
			isInputAwaited,
		};
	}
	if (options.timeout !== undefined) throw new UsageError(messages.needsPrint('--timeout'));
	if (options.outputFormat !== undefined) throw new UsageError(messages.needsPrint('--output-format'));
	return { type: 'interactive', run, prompt, isScreenReader: options.screenReader === true };
}

function toRunOptions(isDemo: boolean, options: Options): RunOptions {
	if (options.agent !== undefined && options.agentCommand !== undefined) {
		throw new UsageError(messages.twoAgents);
	}
	if (isDemo && (options.agent ?? options.agentCommand) !== undefined) {
		throw new UsageError(messages.demoTakesNoAgent);
	}
	if (options.mode === 'bypassPermissions' && options.allowBypass !== true) {
		throw new UsageError(messages.bypassNeedsConsent);
	}
	return {
		agent: isDemo ? 'demo' : (options.agent ?? null),
		agentCommand: options.agentCommand ?? null,
		cwd: options.cwd ?? null,
		mode: options.mode ?? null,
		isBypassAllowed: options.allowBypass === true,
		allow: options.allow ?? [],
		deny: options.deny ?? [],
		record: options.record ?? null,
		isDebug: options.debug === true,
	};
}

function refuseRunOptions(command: string, options: Options): void {
	for (const name of Object.keys(options)) {
		if (name === 'cwd') continue;
		const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
		throw new UsageError(messages.takesNoOption(command, flag));
	}
}

function parseAction(word: string | undefined): ConfigAction {
	if (word === undefined) return 'show';
	const found = CONFIG_ACTIONS.find((action) => action === word);
	if (found !== undefined) return found;
	throw new UsageError(messages.unknownAction(word, CONFIG_ACTIONS));
}

// A mistyped command must not become a prompt that an agent starts to work on.
function refuseCommandLikeWords(words: readonly string[]): void {
	const missing = unsupportedCommand(words);
	if (missing !== null) throw new UsageError(missing);
	const [word, ...more] = words;
	if (word === undefined || more.length > 0 || /\s/.test(word)) return;
	const meant = nearest(word, [...SUBCOMMANDS, ...UNSUPPORTED_COMMANDS]);
	if (meant === null) return;
	throw new UsageError(messages.unknownCommand(word, meant));
}

// Commander names the option in its sentence alone; test/cli/commander.test.ts holds it to these words.
function sentenceOf(error: CommanderError, options: readonly string[]): string {
	const quoted = /'(.*?)'/.exec(error.message)?.[1] ?? '';
	if (error.code === 'commander.unknownOption') return unknownOption(quoted, options);
	if (error.code === 'commander.optionMissingArgument') {
		return messages.needsValue(/--[a-z-]+/.exec(quoted)?.[0] ?? quoted);
	}
	return error.message.replace(/^error: /, '').replace(/\s+/g, ' ');
}

function unknownOption(flag: string, options: readonly string[]): string {
	const missing = unsupportedOption(flag);
	if (missing !== null) return missing;
	const meant = flag.startsWith('--') ? nearest(flag.slice(2), options) : null;
	return messages.unknownOption(flag, meant);
}
