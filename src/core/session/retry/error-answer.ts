import type { ErrorClass } from '../../error-class.js';
import type { Failure } from '../../failure.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { lastMessage } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

/** An error is no longer than this; longer text is an answer. */
const MOST_TEXT = 400;

/** Beginnings of messages that agents write instead of an answer when their service stopped them. */
const BEGINNINGS: readonly (readonly [ErrorClass, RegExp])[] = [
	[
		'usageLimit',
		/^(?:(?:\w{1,20} ){0,2}usage limit reached|you(?:['’]ve| have) (?:hit|reached) your [\w .-]{0,40}limit|(?:5-hour|daily|weekly|opus|sonnet|session|usage) limit reached|you(?:['’]re| are) out of extra usage|your usage limit has been reached)\b/i,
	],
	[
		'rateLimited',
		/^(?:we(?:['’]re| are) currently experiencing high demand|(?:api error:? \(?|exceeded retry limit, last status: |unexpected status )(?:429|5\d\d)\b)/i,
	],
	['connection', /^stream disconnected before completion\b/i],
];

export function errorInAnswer(state: SessionState, first: number): Failure | null {
	const text = lastMessage(state, first).trim();
	if (text === '' || text.length > MOST_TEXT) return null;
	const errorClass = BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0];
	if (errorClass === undefined) return null;
	return { code: 'agent-error', message: sanitizeLine(text), errorClass };
}
