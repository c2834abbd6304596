import type { Command as Program } from 'commander';
import type { CrashHooks } from './crash.js';
import type { ProgramOptions } from './option-values.js';
import type { Stop } from './signals.js';
import type { SUBCOMMAND_NAMES } from './subcommand-names.js';
import type { World } from './world.js';

export type SubcommandHost = { readonly world: World; readonly stop: Stop; readonly hooks: CrashHooks };

/** Arguments and options by their names in the program; `literal`: the words behind `--`, where they are taken. */
type Request = Readonly<Record<string, unknown>>;

/** A subcommand whose arguments were understood: as data, for tests, and as what carries it out. */
export type SubcommandCall = {
	readonly type: 'subcommand';
	/** The words that name it: `agents`, `agents show`. */
	readonly name: string;
	readonly request: Request;
	/** Returns the exit code. Throws a UsageError with one sentence. */
	readonly run: (host: SubcommandHost) => Promise<number>;
};

type Parse = (value: string, before?: readonly string[]) => unknown;

type Action = {
	/** For the help, without the period. */
	readonly about: string;
	readonly arguments?: readonly (readonly [name: string, about: string])[];
	readonly options?: readonly (readonly [flags: string, about: string, parse?: Parse])[];
	/** Words behind `--` are its own; otherwise they are refused. */
	readonly takesLiteral?: true;
	readonly isHidden?: true;
	/** Loads what carries it out with its request: the definitions of all subcommands are loaded at once. */
	readonly load: (program: Program) => Promise<(request: never, host: SubcommandHost) => Promise<number>>;
};

/** `acp-tui NAME` and the actions below it, by name. */
export type Subcommand = Action & {
	readonly name: (typeof SUBCOMMAND_NAMES)[number];
	/** The options of the program that it takes; all others are refused. */
	readonly takes: readonly (keyof ProgramOptions)[];
	/** Name of the words behind `--` where they are refused; left out: a prompt. */
	readonly literal?: string;
	readonly actions?: Readonly<Record<string, Action>>;
};

export type ChosenAction = {
	readonly type: 'subcommand';
	readonly subcommand: Subcommand;
	readonly action: Action;
	readonly name: string;
	/** Its own arguments and options, and the options of the subcommand that it is below. */
	readonly own: Request;
};

export const AS_JSON = ['--json', 'print what it lists or shows as JSON'] as const;

/** Adds a subcommand to the program; `choose` is called when the arguments name it or one of its actions. */
export function defineSubcommand(
	program: Program,
	subcommand: Subcommand,
	choose: (chosen: ChosenAction) => void,
): void {
	const define = (parent: Program, name: string, action: Action): Program => {
		const command = parent.command(name, { hidden: action.isHidden === true }).description(action.about);
		for (const [words, about] of action.arguments ?? []) command.argument(words, about);
		for (const [flags, about, parse] of action.options ?? []) {
			if (parse === undefined) command.option(flags, about);
			else command.option(flags, about, parse as (value: string, before: unknown) => unknown);
		}
		const whole = parent === program ? name : `${parent.name()} ${name}`;
		return command.action(() => {
			const own = { ...(parent === program ? {} : parent.opts()), ...command.opts(), ...argumentsOf(command) };
			choose({ type: 'subcommand', subcommand, action, name: whole, own });
		});
	};
	const command = define(program, subcommand.name, subcommand);
	for (const [name, action] of Object.entries(subcommand.actions ?? {})) define(command, name, action);
}

function argumentsOf({ registeredArguments, processedArgs }: Program): Request {
	const named = registeredArguments.map((argument, at) => [argument.name(), processedArgs[at]] as const);
	return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}
