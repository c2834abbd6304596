import type { Result } from '../failure.js';
import { formatBytes } from '../text/bytes.js';
import type { InstallScript, LockedAgent } from './agents-lock.js';
import type { InstallPlan } from './install-plan.js';
import type { PublisherChange } from './publisher-changes.js';

export type InstallRequest = {
	readonly plan: InstallPlan;
	/** Where the plan's entry stood: `registry`, or the file or address of another index. */
	readonly source: string;
	/** Address or file of the index, for relative archives; null for the embedded index. */
	readonly base: string | null;
	/** The version was named by the user or a trusted project: it may be older than the installed one. */
	readonly isVersionChosen: boolean;
	/** Integrity demanded by a trusted project's lock. */
	readonly expectedIntegrity: string | null;
};

export type InstallProgress = {
	readonly step: 'waiting' | 'downloading' | 'unpacking' | 'fetching' | 'scripts';
	readonly bytes: number | null;
	readonly totalBytes: number | null;
	/** Files extracted, or packages fetched. */
	readonly count: number | null;
};

export type InstallConsents = {
	/** The publisher, or how it is distributed, is another than that of the installed version, or the version is older. */
	changes(changes: readonly PublisherChange[]): Promise<boolean>;
	/** Packages that are there want to run scripts; without consent they are installed without. */
	scripts(scripts: readonly InstallScript[]): Promise<boolean>;
};

export type InstallOutcome = {
	/** `present`: that version was installed already, and nothing was fetched. */
	readonly type: 'installed' | 'present';
	readonly agent: LockedAgent;
	readonly before: string | null;
};

export type AgentInstaller = {
	/** Installs as planned. Fails with `usage` where a consent was refused; a failure leaves what was there before. */
	install(
		request: InstallRequest,
		options: {
			readonly signal: AbortSignal;
			readonly onProgress: (progress: InstallProgress) => void;
			readonly consents: InstallConsents;
		},
	): Promise<Result<InstallOutcome>>;
};

export const waitingText = 'Waiting for another acp-tui that is changing this agent…';

export function progressText({ step, bytes, totalBytes, count }: InstallProgress): string {
	const known =
		bytes === null
			? ''
			: totalBytes === null
				? ` ${formatBytes(bytes)}`
				: ` ${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
	switch (step) {
		case 'waiting':
			return waitingText;
		case 'downloading':
			return `Downloading…${known}`;
		case 'unpacking':
			return `Unpacking…${count === null || count === 0 ? '' : ` ${count} files,`}${known}`;
		case 'fetching':
			return `Fetching packages…${count === null || count === 0 ? '' : ` ${count},`}${known}`;
		case 'scripts':
			return 'Running install scripts…';
	}
}
