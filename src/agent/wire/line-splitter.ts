import { limits } from '../../core/limits.js';

/** What was cut out of the bytes so far: whole lines, and how many were thrown away for their size. */
export type Lines = { readonly lines: readonly string[]; readonly oversized: number };

/** Cuts bytes into lines; characters and lines may be spread over any number of chunks. */
export type LineSplitter = { push(chunk: Buffer): Lines; end(): Lines };

const NEWLINE = 0x0a;

/** The longest line that is kept, in bytes. Real agents send half a megabyte on one line. */
export const LINE_LIMIT = limits.lineBytes;

/**
 * Builds a splitter. Text is decoded a line at a time, so a character cut by a chunk border is whole
 * again. A line over `limit` bytes is thrown away up to its end.
 */
export function createLineSplitter(limit = LINE_LIMIT): LineSplitter {
	let parts: Buffer[] = [];
	let size = 0;
	let isSkipping = false;

	function take(last: Buffer): string {
		const line = parts.length === 0 ? last.toString('utf8') : Buffer.concat([...parts, last]).toString('utf8');
		parts = [];
		size = 0;
		return line;
	}

	function keep(rest: Buffer): void {
		if (isSkipping || rest.length === 0) return;
		size += rest.length;
		if (size > limit) {
			parts = [];
			isSkipping = true;
		} else parts.push(rest);
	}

	return {
		push(chunk) {
			const lines: string[] = [];
			let oversized = 0;
			let start = 0;
			for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
				if (!isSkipping && size + end - start <= limit) lines.push(take(chunk.subarray(start, end)));
				else {
					oversized++;
					parts = [];
					size = 0;
				}
				isSkipping = false;
				start = end + 1;
			}
			keep(chunk.subarray(start));
			return { lines, oversized };
		},
		end() {
			const oversized = isSkipping ? 1 : 0;
			isSkipping = false;
			return { lines: size > 0 && oversized === 0 ? [take(Buffer.alloc(0))] : [], oversized };
		},
	};
}
