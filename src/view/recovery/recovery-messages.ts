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
