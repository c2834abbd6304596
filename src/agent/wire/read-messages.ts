import type { Readable } from 'node:stream';
import { jsonIn } from '../../core/json-in.js';
import { isObject, type JsonObject } from '../json.js';
import { createLineSplitter, type Lines } from './line-splitter.js';

export type MessageSink = {
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
const KEPT_JUNK_LINES = 20;
export const JUNK_LINE_LIMIT = 4000;

/** Reads to the stream's end; never rejects. What waits for a message runs before the next is read. */
export async function readMessages(source: Readable, sink: MessageSink): Promise<void> {
	const splitter = createLineSplitter();
	async function hand({ lines, oversized }: Lines): Promise<void> {
		let junk = 0;
		let first: string[] = [];
		const tellJunk = (): void => {
			if (junk > 0) sink.onJunk(junk, first);
			junk = 0;
			first = [];
		};
		for (const line of lines) {
			const message = parse(line);
			if (message === 'empty') continue;
			if (message === 'junk') {
				junk++;
				if (first.length < KEPT_JUNK_LINES) first.push(line.slice(0, JUNK_LINE_LIMIT));
			} else if (typeof message['method'] === 'string' && !('id' in message)) sink.onNotification(message);
			else {
				tellJunk();
				sink.onPause();
				sink.onCall(message);
				await new Promise(setImmediate);
			}
		}
		for (const head of oversized) sink.onOversized(head);
		tellJunk();
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
