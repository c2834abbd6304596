/* What the interface says of an agent that crashed. */

/** Where it is said elsewhere how. */
export const CRASHED = 'The agent crashed';

/** It is started again soon: from the longest form to the shortest. */
export const startsAgain = {
	emptyDraft: (left: string, how: string): readonly string[] => [
		`${how} · starts again in ${left} · enter starts it now · esc stops`,
		`${CRASHED} · starts again in ${left} · enter starts it now · esc stops`,
		`Agent crashed · again in ${left} · enter now · esc stops`,
		`again in ${left} · enter now · esc stops`,
	],
	typing: (left: string, how: string): readonly string[] => [
		`${how} · starts again in ${left} · esc stops`,
		`again in ${left} · esc stops`,
	],
} as const;

export const crashList = {
	title: (count: number): string => `The agent crashed ${count} times`,
	again: 'Start it again',
	againDetail: 'resumes the session',
	agent: 'Another agent',
	agentDetail: 'what is queued waits',
	leave: 'Leave it',
	leaveDetail: 'enter or /restart starts it later',
} as const;

export const notResumedList = {
	title: 'The session could not be resumed',
	again: 'Try again',
	againDetail: 'the agent remembers the conversation',
	againGoneDetail: 'the agent said that it no longer has the conversation',
	briefing: 'New session with a briefing',
	briefingDetail: 'a summary goes with your next prompt',
	plain: 'New session without one',
	plainDetail: 'the agent knows nothing of what is above',
} as const;
