import type { Result } from '../failure.js';
import type { RememberedRule } from './policy-types.js';
import type { ReadOnlyVerdict } from './read-only/verdict.js';

/** The user's decisions that outlive a session. Implemented in `services/`. No method throws. */
export type RulesPort = {
	/** Reads what holds in this workspace, oldest first; `warnings` are sentences about what could not be read. */
	load(): Promise<{ readonly rules: readonly RememberedRule[]; readonly warnings: readonly string[] }>;
	/** Writes one, unless it is there already. Fails with `no-permission`, `disk-full`, `timed-out`, `invalid` or `internal`. */
	add(rule: RememberedRule): Promise<Result<void>>;
	/** Removes one; false when there was none. Fails like `add`. */
	remove(rule: Pick<RememberedRule, 'decision' | 'text' | 'scope'>): Promise<Result<boolean>>;
	/** A store without a file: rules hold until the program ends. */
	readonly isForThisRun?: true;
};

/**
 * Looks at what a command whose text only reads would meet on this machine. Implemented in `services/`.
 * No method throws; in doubt the answer is that it does more.
 */
export type CommandChecksPort = {
	/**
	 * Whether git in this folder (absolute, links resolved) reads the repository of the workspace alone, and
	 * starts nothing that the repository names. `followsFolders`: it opens tracked files by their path, as
	 * `git grep` does, through links in place of folders too. `commits`: another program opens the names that it
	 * prints, which need not be on the disk; words that may be commits. `isOurTerminal`: no program of the workspace is on its `PATH`.
	 */
	repository(
		folder: string,
		options: {
			readonly followsFolders: boolean;
			readonly commits?: readonly string[] | null;
			readonly isOurTerminal: boolean;
		},
	): Promise<ReadOnlyVerdict>;
	/** From now on git may read the repository in this folder, above the workspace: the user said so. */
	openRepository?(top: string): void;
	/**
	 * The first of these files that is there, from a folder (absolute) upwards: a tool takes its settings from above the
	 * workspace as well. The user's home folder is theirs. Null where there is none that may load or start anything.
	 */
	settings(names: readonly string[], folder: string): Promise<string | null>;
	/** Why the program of this bare name is not one of the system or the user, in words; null when it is, or when there is none. */
	program(name: string, options: { readonly isOurTerminal: boolean }): Promise<string | null>;
};
