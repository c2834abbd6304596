import { type Result, succeed } from '../../core/failure.js';
import type { TextFormat } from '../../core/text/text-format.js';
import { FILES } from './file-failure.js';

const BOM = '\ufeff';
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SNIFFED_BYTES = 8000;

export function foreignKind(head: Buffer): string | null {
	const first = head[0];
	const second = head[1];
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16 text';
	return head.subarray(0, SNIFFED_BYTES).includes(0) ? 'a binary file' : null;
}

/** Decodes UTF-8 strictly, byte order mark kept; fails with `not-text`. */
export function decodeText(bytes: Buffer, where: string): Result<string> {
	const foreign = bytes.includes(0) ? 'a binary file' : null;
	if (foreign !== null) return FILES.notText(where, foreign);
	try {
		return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
	} catch {
		// The decoder's own error only says that the bytes are not valid.
		return FILES.notText(where, 'not valid UTF-8');
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
