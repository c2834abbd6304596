import type { DistributionKind } from './registry.js';

export type InstalledAgent = {
	/** Absolute. */
	readonly path: string;
	/** Null where only starting it would tell. */
	readonly version: string | null;
	/** Installed by this program, npm's global folder, or anything else on the PATH. */
	readonly by: 'acp-tui' | 'path' | 'npm';
};

/** One agent of the list of all that are known: a row of `acp-tui agents --json`. */
export type AgentListing = {
	readonly id: string;
	readonly aliases: readonly string[];
	readonly name: string;
	/** Version that would be installed; null where unknown. */
	readonly version: string | null;
	readonly distribution: readonly DistributionKind[];
	readonly source: 'registry' | 'catalogue' | 'config' | 'bundled';
	readonly installed: InstalledAgent | null;
	/** Null where only starting it would tell. */
	readonly signedIn: boolean | null;
	/** Reason why it is known not to work; null where none is known. */
	readonly broken: string | null;
	readonly description: string;
};
