import { limits, roughSize } from '../../core/limits.js';
import type { JsonObject } from '../json.js';

/** Whole lines, and the beginnings of oversized ones, which are dropped. */
export type Lines = { readonly lines: readonly string[]; readonly oversized: readonly string[] };

const NEWLINE = 0x0a;

/** Bytes. Real agents send half a megabyte on one line. */
const LINE_LIMIT = limits.lineBytes;

/** Decodes a line at a time, so that characters cut by a chunk border stay whole. Lines over `limit` bytes are dropped. */
export function createLineSplitter(limit = LINE_LIMIT) {
	let parts: Buffer[] = [];
	let size = 0;
	let skipped: string | null = null;

	function headOf(last: Buffer): string {
		const head: Buffer[] = [];
		let length = 0;
		for (const part of [...parts, last]) {
			if (length >= HEAD_LENGTH) break;
			head.push(part.subarray(0, HEAD_LENGTH - length));
			length += part.length;
		}
		return Buffer.concat(head).toString('utf8');
	}

	function take(last: Buffer): string {
		const line = parts.length === 0 ? last.toString('utf8') : Buffer.concat([...parts, last]).toString('utf8');
		parts = [];
		size = 0;
		return line;
	}

	function keep(rest: Buffer): void {
		if (skipped !== null || rest.length === 0) return;
		size += rest.length;
		if (size > limit) {
			skipped = headOf(rest);
			parts = [];
		} else parts.push(rest);
	}

	return {
		push(chunk: Buffer): Lines {
			const lines: string[] = [];
			const oversized: string[] = [];
			let start = 0;
			for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
				if (skipped === null && size + end - start <= limit) lines.push(take(chunk.subarray(start, end)));
				else {
					oversized.push(skipped ?? headOf(chunk.subarray(start, end)));
					parts = [];
					size = 0;
				}
				skipped = null;
				start = end + 1;
			}
			keep(chunk.subarray(start));
			return { lines, oversized };
		},
		end(): Lines {
			const oversized = skipped === null ? [] : [skipped];
			skipped = null;
			return { lines: size > 0 && oversized.length === 0 ? [take(Buffer.alloc(0))] : [], oversized };
		},
	};
}

/** Characters of an oversized line that are searched for its id and method. */
export const HEAD_LENGTH = 500;
const MESSAGE = `This message has more than ${roughSize(limits.lineBytes)}, so it was not read.`;
const INVALID_REQUEST = -32600;

/** Error in place of a message that was too long to be read. */
type StandIn = {
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
