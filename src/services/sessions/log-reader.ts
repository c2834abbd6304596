import { type FileHandle, open } from 'node:fs/promises';
import { fail, type Result, succeed } from '../../core/failure.js';
import { limits } from '../../core/limits.js';
import { parseHeader } from '../../core/sessions/log-format.js';
import { type KnownHeader, recoverHeader } from '../../core/sessions/recover-header.js';
import type { LogReader } from '../../core/sessions/session-log-ports.js';
import { isMissing, systemError } from '../errno.js';
import { READ_FLAGS } from '../files/open-for-reading.js';
import { SESSION_LOG } from './sessions-messages.js';

const SLICE = 128 * 1024;
const MOST_HEADER = 64 * 1024;
const LINE_FEED = 0x0a;

const TOO_LONG = '\0';

/**
 * Opens a log for reading; a damaged header is reconstructed from what follows, and from what was known of the log
 * before (`known`). Fails with `not-found`, `invalid` and the system's error.
 */
export async function openLogReader(
	file: string,
	id: string,
	known: () => Promise<KnownHeader | null> = async () => null,
): Promise<Result<LogReader>> {
	try {
		await using handle = await open(file, READ_FLAGS);
		const facts = await handle.stat();
		if (!facts.isFile()) return fail('invalid', SESSION_LOG.notOurs(id));
		const { bytesRead, buffer } = await handle.read(Buffer.alloc(MOST_HEADER), 0, MOST_HEADER, 0);
		const head = buffer.subarray(0, bytesRead);
		const end = head.indexOf(LINE_FEED);
		const line = end < 0 ? '' : head.toString('utf8', 0, end);
		const whole = parseHeader(line);
		const isWhole = whole !== null && whole.header.id === id;
		const parsed = isWhole
			? { ...whole, rest: '' }
			: recoverHeader(id, line, head.toString('utf8', end + 1).split('\n'), await known());
		if (parsed === null) return fail('invalid', SESSION_LOG.notOurs(id));
		const { size } = facts;
		// The rest of the first piece may end with a whole line.
		const from = end + 1 - (parsed.rest === '' ? 0 : Buffer.byteLength(parsed.rest) + 1);
		const { header, isNewer } = parsed;
		return succeed({
			header,
			isNewer,
			isRepaired: !isWhole,
			bytes: size,
			lines: () => linesOf(readTexts(file, from, size)),
			texts: () => readTexts(file, from, size),
		});
	} catch (error) {
		if (isMissing(error)) return fail('not-found', SESSION_LOG.notFound(id));
		const { code, why } = systemError(error);
		return fail(code, `The session ${id} could not be read: ${why}.`);
	}
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
	for await (const text of texts) yield text.split('\n');
}

/** The lines between two offsets of a file, slice by slice; the last one may be cut off. */
async function* readTexts(file: string, from: number, to: number): AsyncGenerator<string> {
	await using handle = await open(file, READ_FLAGS);
	let rest: Buffer[] = [];
	let restBytes = 0;
	let position = from;
	let reading = readAt(handle, position, to);
	while (position < to) {
		const slice = await reading;
		const bytesRead = slice.length;
		if (bytesRead === 0) break;
		position += bytesRead;
		// The next one comes while this one is worked on.
		reading = readAt(handle, position, to);
		// A failure is that of the next round, which may never be asked for.
		reading.catch(() => undefined);
		const last = slice.lastIndexOf(LINE_FEED);
		if (last < 0) {
			restBytes += bytesRead;
			// An endless line is not kept while its end is looked for.
			rest = restBytes <= limits.lineBytes ? [...rest, slice] : [];
			continue;
		}
		const whole = slice.subarray(0, last);
		const first = restBytes > limits.lineBytes ? [Buffer.from(TOO_LONG), whole.subarray(whole.indexOf(LINE_FEED))] : [];
		yield Buffer.concat(first.length > 0 ? first : [...rest, whole]).toString('utf8');
		rest = [slice.subarray(last + 1)];
		restBytes = bytesRead - last - 1;
	}
	if (restBytes > 0) yield restBytes > limits.lineBytes ? TOO_LONG : Buffer.concat(rest).toString('utf8');
}

async function readAt(handle: FileHandle, position: number, to: number): Promise<Buffer> {
	if (position >= to) return Buffer.alloc(0);
	const most = Math.min(SLICE, to - position);
	const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(most), 0, most, position);
	return buffer.subarray(0, bytesRead);
}
