import type { Readable } from 'node:stream';
import { jsonIn } from '../../core/json-in.js';
import { limits, roughSize } from '../../core/limits.js';
import { isObject, type JsonObject } from '../json.js';

type MessageSink = {
	/** Anything that wants no answer; must be done when it returns. */
	onNotification(message: JsonObject): void;
	/** A request or a response. */
	onCall(message: JsonObject): void;
	onOversized(head: string): void;
	/** Lines that are no messages: their number, and the first of them, cut. */
	onJunk(count: number, first: readonly string[]): void;
	onPause(): void;
	/** Settles when more may be read: what came can be passed on. */
	mayRead?(): Promise<void>;
};

/** Lines without a message handed over at a time, and characters of each. */
const MOST_JUNK_LINES = 20;
export const JUNK_LINE_LIMIT = 4000;

/** Reads to the stream's end; never rejects. What waits for a message runs before the next is read. */
export async function readMessages(source: Readable, sink: MessageSink): Promise<void> {
	const splitter = createLineSplitter();
	async function hand({ lines, oversized }: Lines): Promise<void> {
		let junk = 0;
		let first: string[] = [];
		const reportJunk = (): void => {
			if (junk > 0) sink.onJunk(junk, first);
			junk = 0;
			first = [];
		};
		for (const line of lines) {
			const message = parse(line);
			if (message === 'empty') continue;
			if (message === 'junk') {
				junk++;
				if (first.length < MOST_JUNK_LINES) first.push(line.slice(0, JUNK_LINE_LIMIT));
			} else if (typeof message['method'] === 'string' && !('id' in message)) sink.onNotification(message);
			else {
				reportJunk();
				sink.onPause();
				sink.onCall(message);
				await new Promise(setImmediate);
			}
		}
		for (const head of oversized) sink.onOversized(head);
		reportJunk();
		sink.onPause();
	}
	try {
		for await (const chunk of source) {
			await hand(splitter.push(chunk));
			await sink.mayRead?.();
		}
		await hand(splitter.end());
	} catch {
		// The pipe broke with the process, whose exit is reported elsewhere.
		sink.onPause();
	}
}

function parse(line: string): JsonObject | 'empty' | 'junk' {
	if (line.trim() === '') return 'empty';
	const value = jsonIn(line);
	// Agents print banners and warnings on standard output: counted, never answered.
	return isObject(value) && ('method' in value || 'id' in value) ? value : 'junk';
}

/** Whole lines, and the beginnings of oversized ones, which are dropped. */
type Lines = { readonly lines: readonly string[]; readonly oversized: readonly string[] };

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
