const CARD = /^subagent-\d+$/;
/** As sessions that were kept by earlier versions call them. */
const OLDER_CARD = /^other-session-\d+$/;

/** The id of the tool call that stands for the n-th child session in the transcript. */
export function cardIdOf(count: number): string {
	return `subagent-${count}`;
}

/** Whether a tool call stands for a child session: no tool was called. */
export function isCardOfChild(callId: string): boolean {
	return CARD.test(callId) || OLDER_CARD.test(callId);
}

/** The id of the card of the child session that a call belongs to, or stands for; undefined for every other call. */
export function cardOfCall(callId: string): string | undefined {
	const card = callId.split('/', 1)[0] ?? '';
	return CARD.test(card) ? card : undefined;
}

/** Whether a tool call stands for a child session, or is of one: their ids are put together by this program. */
export function isOfChildSession(callId: string): boolean {
	return cardOfCall(callId) !== undefined;
}
