import { constants } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LogPort } from '../../core/ports.js';
import { Serial } from '../../core/serial.js';
import { withUnseenEscaped } from '../../core/text/invisible.js';
import { makePrivateFolder } from '../state/private-folder.js';
import { toLogFact } from './log-facts.js';

export type LogLevel = Parameters<LogPort['write']>[0];

export type FileLog = LogPort & { readonly path: string; close(): Promise<void> };

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const ROTATE_BYTES = 5 * 1024 * 1024;
const MOST_FILES = 3;
const WRITE_AFTER = 100;
const MOST_PENDING = 20;
const MOST_LINE_CHARS = 16 * 1024;
/** Characters waiting to be written; beyond them lines are counted and dropped. */
const MOST_WAITING_CHARS = 1024 * 1024;

/**
 * A log of JSON lines. The file is opened with the first line; lines are gathered and appended in one write, so several
 * processes may share the file. Never throws: a log that cannot be written is dropped.
 */
export function createLog(options: { readonly file: string; readonly level: LogLevel }): FileLog {
	const { file, level } = options;
	const leastLevel = LEVELS.indexOf(level);
	/** Lines still to be made: to redact the first takes longer than the first frame may wait. */
	let pending: (() => string)[] = [];
	let waiting: string[] = [];
	let waitingChars = 0;
	let dropped = 0;
	let timer: NodeJS.Timeout | null = null;
	const writes = new Serial();

	const makeLines = (): void => {
		for (const make of pending) {
			const line = make();
			waiting.push(line);
			waitingChars += line.length;
		}
		pending = [];
	};

	const flush = (): Promise<void> => {
		clearTimeout(timer ?? undefined);
		timer = null;
		makeLines();
		if (dropped > 0) waiting.push(lineOf(new Date(), 'warn', 'log lines were dropped', { count: dropped }));
		const text = waiting.join('');
		waiting = [];
		waitingChars = 0;
		dropped = 0;
		if (text !== '') {
			writes
				.run(() => append(file, text))
				.catch(() => {
					// A full disk or a read-only folder: there is no better place to complain than the log.
				});
		}
		return writes.settled();
	};

	return {
		path: file,
		write(lineLevel, what, facts = {}) {
			if (LEVELS.indexOf(lineLevel) < leastLevel) return;
			if (waitingChars > MOST_WAITING_CHARS) {
				dropped += 1;
				return;
			}
			const at = new Date();
			pending.push(() => lineOf(at, lineLevel, what, facts));
			if (pending.length === MOST_PENDING) makeLines();
			timer ??= setTimeout(() => void flush(), WRITE_AFTER).unref();
		},
		close: flush,
	};
}

function lineOf(time: Date, level: LogLevel, what: string, facts: Readonly<Record<string, unknown>>): string {
	const at = time.toISOString();
	const line = JSON.stringify({ at, level, what: toLogFact(what), facts: toLogFact(facts) });
	const kept =
		line.length <= MOST_LINE_CHARS
			? line
			: JSON.stringify({ at, level, what: toLogFact(what), facts: `[${line.length} characters]` });
	return `${withUnseenEscaped(kept)}\n`;
}

async function append(file: string, text: string): Promise<void> {
	await makePrivateFolder(dirname(file));
	const size = await stat(file).then(
		(facts) => facts.size,
		() => 0,
	);
	if (size > 0 && size + Buffer.byteLength(text) > ROTATE_BYTES) await rotate(file);
	// A link in the log's place is somebody else's file.
	const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
	await using handle = await open(file, flags, 0o600);
	await handle.writeFile(text);
}

async function rotate(file: string): Promise<void> {
	await rm(`${file}.${MOST_FILES}`, { force: true });
	for (let number = MOST_FILES - 1; number >= 0; number -= 1) {
		await rename(number === 0 ? file : `${file}.${number}`, `${file}.${number + 1}`).catch(() => {
			// There are not that many yet, or another program rotates at the same time.
		});
	}
}

/** The log of a run that keeps none. */
export const NO_LOG: FileLog = { path: '', write: () => {}, close: async () => {} };
