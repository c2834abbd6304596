import type { RestoredFile } from './changes.js';

/**
 * How an agent answered `_session/steering`, which hands it words for the turn that runs: they are in that turn; no turn
 * runs, and they are to come as a prompt; it began a turn of its own for them; it did not take them. `unclear`: a word
 * that this client does not know.
 */
export type SteeringAnswer = 'injected' | 'promptRequired' | 'startedNewTurn' | 'refused' | 'unclear';

/** A queued prompt that was handed to the agent for the running turn: as long as its answer is out nobody sends it again. */
export type Steering = {
	readonly promptId: string;
	/** The turn that ran then. */
	readonly turnId: string;
	/** The turn's own prompt is not sent yet: this is sent after it. */
	readonly isWaiting?: true;
	/** Nobody knows whether the agent took it: it stays on hold until the user says so. */
	readonly isUncertain?: true;
	/** What went along. */
	readonly sentCommands: readonly string[];
	readonly sentRestored: readonly RestoredFile[];
	/** The line that says so; empty where nothing did. */
	readonly sentAlong: string;
};
