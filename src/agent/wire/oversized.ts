import { limits, roughSize } from '../../core/limits.js';
import type { JsonObject } from '../json.js';

/** Characters of an oversized line that are searched for its id and method. */
export const HEAD_LENGTH = 500;

const MESSAGE = `This message has more than ${roughSize(limits.lineBytes)}, so it was not read.`;
const INVALID_REQUEST = -32600;

/** Error in place of a message that was too long to be read. */
export type StandIn = {
	/** `agent`: its request is refused; `us`: its answer counts as an error. */
	readonly to: 'agent' | 'us';
	readonly message: JsonObject;
};

/** Null for a notification, and where the id is not among the first fields. */
export function standInFor(head: string): StandIn | null {
	const [start = '', ...rest] = head.split(/"(?:params|result|error)"\s*:/);
	const [, id] = /"id"\s*:\s*(-?\d{1,15}(?=\s*[,}])|"[^"\\]{0,200}")/.exec(start) ?? [];
	if (id === undefined) return null;
	const isRequest = /"method"\s*:/.test(start);
	if (!isRequest && rest.length === 0) return null;
	return {
		to: isRequest ? 'agent' : 'us',
		message: { jsonrpc: '2.0', id: JSON.parse(id) as unknown, error: { code: INVALID_REQUEST, message: MESSAGE } },
	};
}
