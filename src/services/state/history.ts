import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { jsonIn } from '../../core/json-in.js';
import { type Read, shape, text } from '../../core/schema.js';
import { errnoOf } from '../errno.js';
import { replaceFile } from '../files/replace-file.js';
import { withLock } from './lock-file.js';
import { makePrivateFolder } from './private-folder.js';

export type HistoryOptions = {
	readonly file: string;
	readonly project: string;
	/** Prompts kept for a project (default 500). */
	readonly limit?: number;
};

export type PromptHistory = { load(): Promise<readonly string[]>; add(text: string): Promise<void> };

const anyText = text(Number.POSITIVE_INFINITY);
const readEntry = shape({ id: anyText, project: anyText, text: anyText });
type Entry = Read<typeof readEntry>;

const DEFAULT_LIMIT = 500;
const MOST_CHARS = 64 * 1024;
const MOST_PROJECTS = 200;
const COMPACT_BYTES = 4 * 1024 * 1024;

/**
 * The prompt history over all sessions, oldest first: a file of JSON lines that several processes append to. It is
 * compacted beyond four megabytes. No method throws.
 */
export function createHistory(options: HistoryOptions): PromptHistory {
	const { file, project, limit = DEFAULT_LIMIT } = options;
	return {
		async load() {
			try {
				const texts = entriesOf(await readLines(file))
					.filter((entry) => entry.project === project)
					.map(({ text }) => text);
				return texts.filter((text, index) => text !== texts[index - 1]).slice(-limit);
			} catch {
				// An unreadable history is an empty one: what is typed matters more.
				return [];
			}
		},
		async add(text) {
			if (text.trim() === '' || text.length > MOST_CHARS) return;
			const entry: Entry = { id: randomBytes(6).toString('hex'), project, text };
			try {
				const size = await appendLine(file, JSON.stringify(entry));
				if (size > COMPACT_BYTES) await compactLines(file, (lines) => newestOf(lines, limit, COMPACT_BYTES / 2));
			} catch {
				// A full disk must not keep a prompt from being sent.
			}
		},
	};
}

/** Skips invalid entries, and duplicates from a concurrent compaction. */
function entriesOf(lines: readonly string[]): readonly Entry[] {
	const seen = new Set<string>();
	return lines.flatMap((line) => {
		const entry = readEntry(jsonIn(line));
		if (entry === undefined || seen.has(entry.id)) return [];
		seen.add(entry.id);
		return [entry];
	});
}

function newestOf(lines: readonly string[], limit: number, bytes: number): readonly string[] {
	const counts = new Map<string, number>();
	const kept: string[] = [];
	let size = 0;
	for (const entry of entriesOf(lines).toReversed()) {
		const count = counts.get(entry.project) ?? 0;
		if (count >= limit || (count === 0 && counts.size >= MOST_PROJECTS)) continue;
		const line = JSON.stringify(entry);
		size += Buffer.byteLength(line) + 1;
		if (size > bytes) break;
		counts.set(entry.project, count + 1);
		kept.push(line);
	}
	return kept.reverse();
}

const ATTEMPTS = 20;
const LINE_FEED = 0x0a;
/** As 'a+', but without following a link. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

export async function readLines(file: string): Promise<readonly string[]> {
	try {
		return splitLines(await readFile(file, 'utf8'));
	} catch (error) {
		if (errnoOf(error) === 'ENOENT') return [];
		throw error;
	}
}

/**
 * Appends one line in one write, so that several processes may do so at once, and returns the size. When the file was
 * replaced meanwhile ({@link compactLines}), the line is written again: it may be duplicated, but is never lost.
 */
export async function appendLine(file: string, line: string): Promise<number> {
	await makePrivateFolder(dirname(file));
	let size = 0;
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		await using handle = await open(file, APPEND, 0o600);
		const before = await handle.stat();
		const gap = before.size > 0 && !(await endsLine(handle, before.size)) ? '\n' : '';
		await handle.write(`${gap}${line}\n`);
		size = before.size + Buffer.byteLength(line) + 1;
		const now = await stat(file).catch(() => null);
		if (now?.ino === before.ino && now.dev === before.dev) return size;
	}
	return size;
}

/**
 * Replaces the lines by those that `choose` returns, atomically. Lines appended to the old file meanwhile are carried
 * over. Does nothing while another process compacts.
 */
export async function compactLines(
	file: string,
	choose: (lines: readonly string[]) => readonly string[],
): Promise<void> {
	await withLock(`${file}.lock`, () => compact(file, choose), 0);
}

async function compact(file: string, choose: (lines: readonly string[]) => readonly string[]): Promise<void> {
	await using old = await open(file, 'r');
	const bytes = await old.readFile();
	// The last line may still be on its way: what follows the last whole one is read once more, below.
	const whole = bytes.lastIndexOf(LINE_FEED) + 1;
	const kept = choose(splitLines(bytes.toString('utf8', 0, whole)));
	await replaceFile(file, kept.map((line) => `${line}\n`).join(''));
	for (const line of splitLines(await readFrom(old, whole))) await appendLine(file, line);
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
	const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
	return buffer[0] === LINE_FEED;
}

async function readFrom(handle: FileHandle, position: number): Promise<string> {
	const length = Math.max(0, (await handle.stat()).size - position);
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
	return buffer.toString('utf8', 0, bytesRead);
}

function splitLines(text: string): readonly string[] {
	return text.split('\n').filter((line) => line !== '');
}
