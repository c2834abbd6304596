import type { SessionState } from '../session/state.js';
import type { RestoredSettings } from './resuming.js';

/** Fields that replace a session's state. Nothing in it runs: calls are settled, questions withdrawn. */
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

export type RestoredSession = {
	/** Empty: not saved. */
	readonly recordId: string;
	/** `launch.name` of its agent, the last one where it was switched. */
	readonly agent: string;
	/** The agent's session id; null where no session was ever open. */
	readonly sessionId: string | null;
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly createdAt: number;
	readonly state: RestoredState;
	readonly settings: RestoredSettings;
	/** The last turn was never ended: the transcript shows it as interrupted. */
	readonly isInterrupted: boolean;
	/** Why it can only be read (a newer version). */
	readonly readOnly?: string;
	readonly skippedLines: number;
};
