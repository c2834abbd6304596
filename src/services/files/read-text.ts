import { type FileHandle, lstat } from 'node:fs/promises';
import { type Result, succeed } from '../../core/failure.js';
import type { TextFormat } from '../../core/text/text-format.js';
import { FILES, fileFailure } from './file-failure.js';
import { isStillAt, oddKind, openForReading } from './open-for-reading.js';

export type ReadOptions = { readonly line?: number; readonly limit?: number; readonly maxReadBytes: number };

type Span = { readonly bytes: Buffer } | { readonly foreign: string } | 'too-large' | 'too-far';

const CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;
/** Bytes skipped in search of the first line: an endless file would be read for ever. */
const MOST_SKIPPED_BYTES = 1024 * 1024 * 1024;
/** A file replaced between open and check (an editor saving) is no attack: try again. */
const ATTEMPTS = 3;

export async function readText(real: string, where: string, options: ReadOptions): Promise<Result<string>> {
	try {
		for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
			const odd = oddKind(await lstat(real));
			if (odd !== null) return FILES.notAFile(where, odd);
			await using handle = await openForReading(real);
			if (await isStillAt(handle, real)) return await readOpened(handle, where, options);
		}
		return FILES.moved(where);
	} catch (error) {
		return fileFailure(error, where, 'read');
	}
}

export async function readOpened(handle: FileHandle, where: string, options: ReadOptions): Promise<Result<string>> {
	const facts = await handle.stat();
	const odd = oddKind(facts);
	if (odd !== null) return FILES.notAFile(where, odd);
	const { line = 1, limit = Number.POSITIVE_INFINITY, maxReadBytes } = options;
	const isWhole = line <= 1 && limit === Number.POSITIVE_INFINITY;
	if (isWhole && facts.size > maxReadBytes)
		return FILES.tooLargeToRead(where, `it has ${facts.size} bytes`, maxReadBytes);
	const span = await readSpan(handle, Math.max(0, line - 1), limit, maxReadBytes);
	if (span === 'too-large') return FILES.tooLargeToRead(where, 'these lines are longer', maxReadBytes);
	if (span === 'too-far') return FILES.lineTooFar(where, line);
	return 'foreign' in span ? FILES.notText(where, span.foreign) : decodeText(span.bytes, where);
}

/** Reads the file in chunks and keeps the bytes of the wanted lines, line ends included. */
async function readSpan(handle: FileHandle, skip: number, count: number, most: number): Promise<Span> {
	const kept: Buffer[] = [];
	let keptBytes = 0;
	let toSkip = skip;
	let wanted = count;
	for (let position = 0; wanted > 0; ) {
		const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
		if (bytesRead === 0) break;
		const chunk = buffer.subarray(0, bytesRead);
		const foreign = position === 0 ? foreignKind(chunk) : null;
		if (foreign !== null) return { foreign };
		position += bytesRead;
		const from = afterLines(chunk, 0, toSkip);
		toSkip -= from.lines;
		if (toSkip > 0) {
			if (position > MOST_SKIPPED_BYTES) return 'too-far';
			continue;
		}
		const to = afterLines(chunk, from.offset, wanted);
		wanted -= to.lines;
		kept.push(chunk.subarray(from.offset, to.offset));
		keptBytes += to.offset - from.offset;
		if (keptBytes > most) return 'too-large';
	}
	return { bytes: Buffer.concat(kept, keptBytes) };
}

/** The end of the `count`-th line from `offset`, or of the chunk; and the number of lines ended before. */
function afterLines(chunk: Buffer, offset: number, count: number): { readonly offset: number; readonly lines: number } {
	let at = offset;
	let lines = 0;
	if (count === Number.POSITIVE_INFINITY) return { offset: chunk.length, lines };
	while (lines < count) {
		const end = chunk.indexOf(LINE_FEED, at);
		if (end === -1) return { offset: chunk.length, lines };
		at = end + 1;
		lines += 1;
	}
	return { offset: at, lines };
}

const BOM = '\ufeff';
const CARRIAGE_RETURN = 0x0d;
const SNIFFED_BYTES = 8000;

export function foreignKind(head: Buffer): string | null {
	const first = head[0];
	const second = head[1];
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16 text';
	return head.subarray(0, SNIFFED_BYTES).includes(0) ? 'a binary file' : null;
}

/** Decodes UTF-8 strictly, byte order mark kept; fails with `not-text`. */
function decodeText(bytes: Buffer, where: string): Result<string> {
	const text = textIn(bytes);
	return text === null ? FILES.notText(where, bytes.includes(0) ? 'a binary file' : 'not valid UTF-8') : succeed(text);
}

/** The text of UTF-8 bytes, byte order mark kept; null for other bytes, and for those with a zero. */
export function textIn(bytes: Buffer): string | null {
	if (bytes.includes(0)) return null;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		// The decoder's own error only says that the bytes are not valid.
		return null;
	}
}

export function formatOf(bytes: Buffer): TextFormat {
	let lines = 0;
	let isCrLf = true;
	for (let at = bytes.indexOf(LINE_FEED); at !== -1 && isCrLf; at = bytes.indexOf(LINE_FEED, at + 1)) {
		lines += 1;
		isCrLf = at > 0 && bytes[at - 1] === CARRIAGE_RETURN;
	}
	return { hasBom: bytes.subarray(0, 3).equals(Buffer.from(BOM)), isCrLf: isCrLf && lines > 0 };
}
