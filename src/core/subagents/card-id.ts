const CARD = /^subagent-\d+$/;
const OLDER_CARD = /^other-session-\d+$/;

export function cardIdOf(count: number): string {
	return `subagent-${count}`;
}

export function isCardOfChild(callId: string): boolean {
	return CARD.test(callId) || OLDER_CARD.test(callId);
}

/** Id of the card of the child session that a call belongs to, or stands for; undefined for every other call. */
export function cardOfCall(callId: string): string | undefined {
	const card = callId.split('/', 1)[0] ?? '';
	return CARD.test(card) ? card : undefined;
}

/** Whether a tool call stands for a child session, or is of one: their ids are made by this program. */
export function isOfChildSession(callId: string): boolean {
	return cardOfCall(callId) !== undefined;
}
