import type { RestoredFile } from './changes.js';

/** `waiting`: goes after the turn's prompt. `sent`: not answered, may not change. `refused`: is the next prompt. */
type SteeringStatus = 'waiting' | 'sent' | 'uncertain' | 'refused';

export type Steering = {
	readonly promptId: string;
	readonly turnId: string;
	readonly status: SteeringStatus;
	/** Denied, it stays in the queue; else it is the draft's again. */
	readonly isQueued?: true;
	readonly sentCommands: readonly string[];
	readonly sentRestored: readonly RestoredFile[];
	/** Note on the additions; empty for none. */
	readonly sentAlong: string;
};
