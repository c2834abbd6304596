import type { Failure } from '../failure.js';
import type { Resuming } from '../resuming/resuming.js';

export type Recovery = {
	/** Times in the last five minutes (ms since the epoch), the newest last. */
	readonly crashes: readonly number[];
	/** Session to go on in after a restart; `resuming` from then on. */
	readonly session: Resuming | null;
	readonly wait?: RestartWait;
	readonly isAsked?: true;
	readonly isReturning?: true;
	/** The failure that ended the agent, until one message reports it together with what follows. */
	readonly ended?: Failure;
};

type RestartWait = {
	readonly id: string;
	/** Ms since the epoch. */
	readonly until: number;
};

/** Pauses before automatic restarts (ms), by the number of crashes within the time below. */
export const RESTART_PAUSES: readonly number[] = [500, 2000, 8000];

/** Window in which crashes are counted (ms). */
export const CRASHES_WITHIN = 5 * 60_000;

export function isWaitingToStart({ recovery }: { readonly recovery?: Recovery | undefined }): boolean {
	return recovery?.wait !== undefined;
}
