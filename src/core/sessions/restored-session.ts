import type { SessionState } from '../session/state.js';
import type { RestoredSettings } from './restored-settings.js';

/** What takes the place of a session's state. Nothing in it runs: calls are settled, questions withdrawn. */
export type RestoredState = Pick<
	SessionState,
	| 'title'
	| 'branch'
	| 'entries'
	| 'plan'
	| 'planHalt'
	| 'usage'
	| 'changes'
	| 'queue'
	| 'models'
	| 'choices'
	| 'agentModes'
	| 'configOptions'
	| 'nextEntry'
> &
	Pick<
		SessionState,
		'earlier' | 'weight' | 'failed' | 'ownTitle' | 'usageSoFar' | 'handedOverFrom' | 'handedOverTo' | 'task'
	> &
	Pick<SessionState, 'unreached' | 'missing'> &
	Pick<SessionState, 'subagents'>;

/** An older session, read from its log. */
export type RestoredSession = {
	/** The record that it is kept in; empty: none. */
	readonly recordId: string;
	/** The name of its agent (`launch.name`), the last one where it was switched. */
	readonly agent: string;
	/** The agent's id of it; null where no session was ever open. */
	readonly sessionId: string | null;
	/** The folder it works in, and those beside it. */
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly createdAt: number;
	readonly state: RestoredState;
	readonly settings: RestoredSettings;
	/** Its last turn was never ended: it stands in the transcript as interrupted. */
	readonly isInterrupted: boolean;
	/** Why it can only be read (a newer version); absent: it can be gone on with. */
	readonly readOnly?: string;
	/** Lines that were no lines of ours, and were passed over. */
	readonly skippedLines: number;
};
