const CARD = /^subagent-\d+(\/|$)/;

/** The id of the tool call that stands for the n-th child session in the transcript. */
export function cardIdOf(count: number): string {
	return `subagent-${count}`;
}

/** Whether a tool call stands for a child session, or is of one: their ids are put together by this program. */
export function isOfChildSession(callId: string): boolean {
	return CARD.test(callId);
}
