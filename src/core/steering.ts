import type { RestoredFile } from './changes.js';

/**
 * How an agent answered `_session/steering`, which hands it words for the turn that runs: they are in that turn; no turn
 * runs, and they are to come as a prompt; it began a turn of its own for them; it did not take them. `unclear`: a word
 * that this client does not know.
 */
export type SteeringAnswer = 'injected' | 'promptRequired' | 'startedNewTurn' | 'refused' | 'unclear';

/**
 * How a queued prompt stands that is meant for the running turn. `waiting`: the turn's own prompt is not sent yet, and
 * this is sent after it. `sent`: the agent has it, and has not said what it does with it; until then nobody sends, changes
 * or moves it. `uncertain`: nobody knows whether the agent took it; it stays on hold until the user says so. `refused`: the
 * agent did not take it; it is the next prompt.
 */
type SteeringStatus = 'waiting' | 'sent' | 'uncertain' | 'refused';

/** A queued prompt that is, or was, on its way into the running turn. */
export type Steering = {
	readonly promptId: string;
	/** The turn that ran then. */
	readonly turnId: string;
	readonly status: SteeringStatus;
	/** What went along. */
	readonly sentCommands: readonly string[];
	readonly sentRestored: readonly RestoredFile[];
	/** The line that says so; empty where nothing did. */
	readonly sentAlong: string;
};
