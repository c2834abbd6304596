import type { Result } from '../failure.js';
import type { InstallScript, LockedAgent } from './lock.js';
import type { InstallPlan } from './plan.js';
import type { PublisherChange } from './publisher-changes.js';

/** What is to be installed: a plan that the user has agreed to. */
export type InstallRequest = {
	readonly plan: InstallPlan;
	/** Where the plan's entry stood: `registry`, or the file or address of another index. */
	readonly source: string;
	/** The address or file of the index, for archives that are relative to it; null for the embedded index. */
	readonly base: string | null;
	/** The user, or a trusted project, named this version: it may be older than the installed one. */
	readonly isVersionChosen: boolean;
	/** What a trusted project's lock demands of it; null without one. */
	readonly expectedIntegrity: string | null;
};

/** How far an install is. Bytes and counts are null where they are not known. */
export type InstallProgress = {
	readonly step: 'waiting' | 'downloading' | 'unpacking' | 'fetching' | 'scripts';
	readonly bytes: number | null;
	readonly totalBytes: number | null;
	/** Files, or packages while they are fetched. */
	readonly count: number | null;
};

/** Who is asked for what an agreed plan does not cover. */
export type InstallConsents = {
	/** The publisher, or how it is distributed, is another than that of the installed version, or the version is older. */
	changes(changes: readonly PublisherChange[]): Promise<boolean>;
	/** Packages that are there want to run scripts; without consent they are installed without. */
	scripts(scripts: readonly InstallScript[]): Promise<boolean>;
};

/** What an install came to. */
export type InstallOutcome = {
	/** `present`: that version was installed already, nothing was fetched. */
	readonly type: 'installed' | 'present';
	readonly agent: LockedAgent;
	/** The version that was installed before; null for none. */
	readonly before: string | null;
};

/** Installs agents into the data folder. Implemented in `services/`. */
export type AgentInstaller = {
	/**
	 * Fetches, checks and puts in place what the plan says. Fails with `usage` where a consent was refused, with
	 * `cancelled` when `signal` aborted; whatever fails, what was installed before is as it was.
	 */
	install(
		request: InstallRequest,
		options: {
			readonly signal: AbortSignal;
			readonly onProgress: (progress: InstallProgress) => void;
			readonly consents: InstallConsents;
		},
	): Promise<Result<InstallOutcome>>;
};
