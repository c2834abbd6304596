import type { RestoredFile } from './changes.js';

/**
 * Answer to `_session/steering`: the words are in the running turn; no turn runs, and they are to come as a prompt;
 * the agent began a turn of its own for them; it did not take them. `unclear`: an unknown word.
 */
export type SteeringAnswer = 'injected' | 'promptRequired' | 'startedNewTurn' | 'refused' | 'unclear';

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
	readonly sentCommands: readonly string[];
	readonly sentRestored: readonly RestoredFile[];
	/** Note on the additions; empty for none. */
	readonly sentAlong: string;
};
