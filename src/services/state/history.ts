import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { succeed } from '../../core/failure.js';
import { jsonIn } from '../../core/json-in.js';
import { type Read, shape, text } from '../../core/schema.js';
import { replaceFile } from '../files/replace-file.js';
import { withLock } from './lock-file.js';

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
 * The prompt history over all sessions, oldest first: a file of JSON lines that several processes append to, one
 * at a time. It is compacted beyond four megabytes. No method throws.
 */
export function createHistory(options: HistoryOptions): PromptHistory {
	const { file, project, limit = DEFAULT_LIMIT } = options;
	return {
		async load() {
			try {
				const own = (await readEntries(file)).filter((entry) => entry.project === project);
				const texts = own.map(({ text }) => text);
				return texts.filter((text, index) => text !== texts[index - 1]).slice(-limit);
			} catch {
				// There is none yet, or none that can be read: what is typed matters more.
				return [];
			}
		},
		async add(text) {
			if (text.trim() === '' || text.length > MOST_CHARS) return;
			const entry: Entry = { id: randomBytes(6).toString('hex'), project, text };
			try {
				const line = JSON.stringify(entry);
				const locked = await withLock(`${file}.lock`, async () => {
					const size = await append(file, line);
					if (size > COMPACT_BYTES) await compact(file, limit);
					return succeed(undefined);
				});
				// A holder for so long hangs: appending a line is harmless, compacting is not.
				if (!locked.ok) await append(file, line);
			} catch {
				// A full disk must not keep a prompt from being sent.
			}
		},
	};
}

const LINE_FEED = 0x0a;
/** As 'a+', but without following a link. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Appends a line, after a last one that was cut off too; returns the size. */
async function append(file: string, line: string): Promise<number> {
	await using handle = await open(file, APPEND, 0o600);
	const { size } = await handle.stat();
	const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
	const added = `${size > 0 && buffer[0] !== LINE_FEED ? '\n' : ''}${line}\n`;
	await handle.write(added);
	return size + Buffer.byteLength(added);
}

async function compact(file: string, limit: number): Promise<void> {
	const kept = newestOf(await readEntries(file), limit, COMPACT_BYTES / 2);
	await replaceFile(file, kept.map((line) => `${line}\n`).join(''));
}

/** Skips invalid entries. */
async function readEntries(file: string): Promise<readonly Entry[]> {
	const lines = (await readFile(file, 'utf8')).split('\n');
	return lines.flatMap((line) => readEntry(jsonIn(line)) ?? []);
}

function newestOf(entries: readonly Entry[], limit: number, bytes: number): readonly string[] {
	const counts = new Map<string, number>();
	const kept: string[] = [];
	let size = 0;
	for (const entry of entries.toReversed()) {
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
