import type { Result } from '../failure.js';
import type { Mode, Rule } from '../policy/policy-types.js';

/** Places of command files: of equal names that of the earlier place counts. */
export const COMMAND_PLACES = [
	'project',
	'user',
	'claude-project',
	'claude-user',
	'gemini-project',
	'gemini-user',
	'shipped',
] as const;

export type CommandPlace = (typeof COMMAND_PLACES)[number];

/** Syntax of a prompt's placeholders: `$1` and `` !`cmd` ``, or `{{args}}`, `!{cmd}` and `@{file}`. */
export type CommandFormat = 'markdown' | 'gemini';

/** Definition of a command, read from a file that nobody trusts yet. */
export type CommandDefinition = {
	/** Raw: it is sanitised where it is shown. */
	readonly description: string;
	readonly hint?: string;
	readonly format: CommandFormat;
	readonly prompt: string;
	readonly mode?: Mode;
	readonly model?: string;
	/** Name of the agent that it is written for. */
	readonly agent?: string;
	/** Allowed for its turn alone. */
	readonly rules: readonly Rule[];
	/** Settings of the file that mean nothing here, as written. */
	readonly notUnderstood: readonly string[];
};

/** A slash command of the user's own, with the file that holds it. */
export type OwnCommand = {
	/** Without the slash; folders are separated by `:`. */
	readonly name: string;
	readonly place: CommandPlace;
	/** Absolute; null for a shipped one. */
	readonly file: string | null;
	/** SHA-256 of the file. */
	readonly hash: string;
	/** The file as it is, for whoever decides about it. */
	readonly text: string;
	readonly definition: CommandDefinition | { readonly problem: string };
	/** A project's file that is not trusted as it is now: nothing of it counts. */
	readonly waits: boolean;
};

export type UsableCommand = OwnCommand & { readonly definition: CommandDefinition };

/** Command files of the user and the project. Implemented in `cli/`. No method throws. */
export type OwnCommandsPort = {
	/** In the order in which they count. Files that changed are read anew. */
	list(): Promise<readonly OwnCommand[]>;
	/** Trusts these files as they were read. */
	trust(files: readonly CommandFile[]): Promise<Result<void>>;
	/** Makes a file for a new command of the user, and gives its path. Fails with `usage`, or why it cannot be written. */
	create(name: string): Promise<Result<string>>;
};

type CommandFile = Pick<OwnCommand, 'file' | 'hash'>;

export type OwnCommandEvent =
	/** `trusting`: files that are trusted first, as they were read. */
	| { readonly type: 'list-commands'; readonly trusting?: readonly CommandFile[] }
	| { readonly type: 'commands-listed'; readonly commands: readonly OwnCommand[] };

export type OwnCommandEffect = Extract<OwnCommandEvent, { type: 'list-commands' }>;
