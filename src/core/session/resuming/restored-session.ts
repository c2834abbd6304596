import type { RestoredSettings } from '../../resuming/resuming.js';
import type { SessionState } from '../state.js';

const RESTORED = [
	...(['title', 'branch', 'entries', 'plan', 'planHalt', 'usage', 'changes', 'queue', 'models', 'choices'] as const),
	...(['agentModes', 'configOptions', 'nextEntry', 'earlier', 'weight', 'ownTitle', 'usageSoFar', 'failed'] as const),
	...(['handedOverFrom', 'handedOverTo', 'task', 'subagents', 'unreached', 'missing', 'approvedPlan'] as const),
];

/** Fields that replace a session's state. Nothing in it runs: calls are settled, questions withdrawn. */
export type RestoredState = Pick<SessionState, (typeof RESTORED)[number]>;

export function restoredState(state: SessionState): RestoredState {
	const fields = RESTORED.map((key) => [key, state[key]] as const).filter(([, value]) => value !== undefined);
	return Object.fromEntries(fields) as RestoredState;
}

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
