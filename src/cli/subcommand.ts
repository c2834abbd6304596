import type { Command as Program } from 'commander';
import type { CrashHooks } from './crash.js';
import type { ProgramOptions } from './option-values.js';
import type { Stop } from './signals.js';
import type { SUBCOMMAND_NAMES } from './subcommand-names.js';
import type { World } from './world.js';

export type SubcommandHost = { readonly world: World; readonly stop: Stop; readonly hooks: CrashHooks };

export type Given = {
	readonly options: ProgramOptions;
	/** The words behind `--`. */
	readonly literal: readonly string[];
};

/** A subcommand whose arguments were understood: as data, for tests, and as what carries it out. */
export type SubcommandCall = {
	readonly type: 'subcommand';
	/** The words that name it: `agents`, `agents show`. */
	readonly name: string;
	readonly request: Readonly<Record<string, unknown>>;
	/** Returns the exit code. Throws a UsageError with one sentence. */
	readonly run: (host: SubcommandHost) => Promise<number>;
};

/** Is called by a commander action; the function gets the rest of the arguments and may throw a UsageError. */
type ChooseSubcommand = (toCall: (given: Given) => SubcommandCall) => void;

/** `acp-tui NAME`: one file for each, in the list of `all.ts`, its name in `names.ts`. */
export type Subcommand = {
	readonly name: (typeof SUBCOMMAND_NAMES)[number];
	/** The options of the program that it takes; all others are refused. */
	readonly takes: readonly (keyof ProgramOptions)[];
	/** Words behind `--` are its own; otherwise they are refused. */
	readonly takesLiteral?: true;
	define(program: Program, choose: ChooseSubcommand): void;
};

/** A call of `run`, which imports what it needs: the definitions of all subcommands are loaded at once. */
export function subcommandCall<Request extends Readonly<Record<string, unknown>>>(
	name: string,
	request: Request,
	run: (request: Request, host: SubcommandHost) => Promise<number>,
): SubcommandCall {
	return { type: 'subcommand', name, request, run: (host) => run(request, host) };
}
