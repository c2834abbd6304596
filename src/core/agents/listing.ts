import type { DistributionKind } from './registry.js';

/** Where an agent that is on this machine was found. */
export type InstalledAgent = {
	/** Its executable, absolute. */
	readonly path: string;
	/** Null where that cannot be told without starting it. */
	readonly version: string | null;
	/** Who put it there: this program, npm's global folder, or somebody else on the PATH. */
	readonly by: 'acp-tui' | 'path' | 'npm';
};

/** One agent of the list of all that are known: a row of `acp-tui agents --json`. */
export type AgentListing = {
	readonly id: string;
	/** Other names that work wherever the id does. */
	readonly aliases: readonly string[];
	/** For the user. */
	readonly name: string;
	/** The version that would be installed; null where none is known. */
	readonly version: string | null;
	readonly distribution: readonly DistributionKind[];
	readonly source: 'registry' | 'catalogue' | 'config' | 'bundled';
	readonly installed: InstalledAgent | null;
	/** Null where only starting it would tell. */
	readonly signedIn: boolean | null;
	/** Why it is known not to work; null where nothing is known. */
	readonly broken: string | null;
	/** What it is, one line; empty where nothing is known. */
	readonly description: string;
};
