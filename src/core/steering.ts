import type { RestoredFile } from './changes.js';

/**
 * State of a queued prompt for the running turn. `waiting`: the turn's own prompt is not sent yet, and this is sent
 * after it. `sent`: the agent has not answered yet; until then nobody sends, changes or moves it. `uncertain`: unknown
 * whether the agent took it; it is held. `refused`: the agent did not take it; it is the next prompt.
 */
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
