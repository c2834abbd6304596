import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { count, matching, number, optional, text, variant, word } from '../../core/schema.js';
import { Serial } from '../../core/serial.js';
import { makePrivateFolder } from '../state/private-folder.js';
import { createPace } from './pace.js';
import { type Entry, type FileEntry, factsIn, markOf } from './snapshot-entry.js';
import { type Step, Timeline } from './snapshot-timeline.js';

export type TakeRecord = { readonly version: number; readonly at: number };

/** A run read from its journal. */
export type WrittenRun = { readonly timeline: Timeline; readonly takes: ReadonlyMap<number, TakeRecord> };

export type Journal = {
	/** Writes the first version; later calls wait for it. */
	begin(entries: ReadonlyMap<string, Entry>): void;
	take(number: number, record: TakeRecord, steps: readonly Step[]): void;
	drop(number: number): void;
	flush(): Promise<void>;
};

const BASE = 'base.jsonl.gz';
const CHANGES = 'changes.jsonl';
const ROWS = 256;
const MOST_LINE_BYTES = 64 * 1024 * 1024;

/** Records a run on disk, for resumed sessions. The run's folder is made with the first write. */
export function createJournal(folder: string): Journal {
	const serial = new Serial();
	const queue = (task: () => Promise<void>): void => {
		// Without a journal the snapshots last as long as this process: nothing that is shown now is lost.
		serial.run(task).catch(() => {});
	};
	const append = (line: unknown): void =>
		queue(() => appendFile(join(folder, CHANGES), `${JSON.stringify(line)}\n`, { mode: 0o600 }));
	return {
		begin(entries) {
			const rows = [...entries];
			queue(async () => {
				await makePrivateFolder(folder);
				const file = createWriteStream(join(folder, BASE), { mode: 0o600 });
				await pipeline(Readable.from(linesOf(rows)), createGzip({ level: 1 }), file);
			});
		},
		take(number, { version, at }, steps) {
			const rows = steps.map(({ path, entry, before }) =>
				rowOf(path, entry, before === undefined ? undefined : before === entry ? 'same' : 'unseen'),
			);
			append({ take: number, version, at, rows });
		},
		drop: (number) => append({ drop: number }),
		flush: () => serial.settled(),
	};
}

async function* linesOf(entries: readonly (readonly [string, Entry])[]): AsyncGenerator<string> {
	const pace = createPace();
	for (let start = 0; start < entries.length; start += ROWS) {
		const rows = entries.slice(start, start + ROWS).map(([path, entry]) => JSON.stringify(rowOf(path, entry)));
		yield `${rows.join('\n')}\n`;
		await pace();
	}
}

export async function readRun(folder: string): Promise<WrittenRun | null> {
	const timeline = new Timeline({ retain() {}, release() {} });
	const takes = new Map<number, TakeRecord>();
	const base: Step[] = [];
	try {
		for await (const line of readLines(join(folder, BASE), true)) {
			const step = readStep(JSON.parse(line));
			// A journal of another version: files that it does not name would look deleted.
			if (step === null) return null;
			base.push(step);
		}
		timeline.apply(base);
		for await (const line of readLines(join(folder, CHANGES), false)) {
			if (!replay(line, timeline, takes)) break;
		}
	} catch {
		// Cleaned, or written by a program that ended in the middle: what was read in full still holds.
	}
	return takes.size === 0 ? null : { timeline, takes };
}

/** False when the rest is unusable. */
function replay(line: string, timeline: Timeline, takes: Map<number, TakeRecord>): boolean {
	const record: unknown = JSON.parse(line);
	if (typeof record !== 'object' || record === null) return false;
	if ('drop' in record && typeof record.drop === 'number') {
		takes.delete(record.drop);
		return true;
	}
	if (!('take' in record && 'version' in record && 'at' in record && 'rows' in record)) return false;
	const { take, version, at, rows } = record;
	if (typeof take !== 'number' || typeof at !== 'number' || !Array.isArray(rows)) return false;
	const steps = rows.map(readStep);
	if (!steps.every((step) => step !== null) || timeline.apply(steps) !== version) return false;
	takes.set(take, { version, at });
	return true;
}

export async function readStored(folder: string): Promise<ReadonlyMap<string, FileEntry>> {
	const files = new Map<string, FileEntry>();
	try {
		for await (const line of readLines(join(folder, BASE), true)) {
			// Most contents are git's, and git is asked for them.
			const row = line.includes('"from":"store"') ? readStep(JSON.parse(line)) : null;
			if (row?.entry?.kind === 'file') files.set(row.path, row.entry);
		}
	} catch {
		// A damaged cache of hashes: files are read again.
	}
	return files;
}

async function* readLines(path: string, isPacked: boolean): AsyncGenerator<string> {
	const pace = createPace();
	const file = createReadStream(path);
	const gunzip = isPacked ? createGunzip() : null;
	const source: AsyncIterable<Buffer> = gunzip === null ? file : file.pipe(gunzip);
	file.once('error', (error) => gunzip?.destroy(error));
	let rest = '';
	const decoder = new TextDecoder();
	try {
		for await (const chunk of source) {
			const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
			rest = lines.pop() ?? '';
			if (rest.length > MOST_LINE_BYTES) return;
			for (const line of lines) yield line;
			await pace();
		}
	} finally {
		file.destroy();
		gunzip?.destroy();
	}
}

/** A path's entry, null where it is missing, and what earlier versions had in its place. */
type Row = readonly [path: string, entry: unknown, before?: 'same' | 'unseen' | undefined];

/** Facts are saved where they spare the next run reading a file. */
function rowOf(path: string, entry: Entry | null, before?: Row[2]): Row {
	if (entry === null || entry.kind === 'unseen') return [path, entry, before];
	const facts = entry.kind === 'file' && entry.from === 'store' && entry.facts !== null ? markOf(entry.facts) : null;
	return [path, { ...entry, facts }, before];
}

const readEntry = variant('kind', {
	file: {
		mode: (value) => (number(value) ?? 0) & 0o777,
		size: count,
		from: word({ git: true, store: true, nowhere: true }),
		sha: optional(matching(/^[0-9a-f]{64}$/)),
		blob: optional(matching(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)),
		mark: optional(text(Number.POSITIVE_INFINITY)),
		facts: (mark) => (mark === null ? null : factsIn(mark)),
	},
	link: { target: text(Number.POSITIVE_INFINITY), facts: () => null },
	unseen: {},
});

/** Parses a row; null for anything else. */
function readStep(row: unknown): Step | null {
	const [path, written, before]: readonly unknown[] = Array.isArray(row) ? row : [];
	const entry = written === null ? null : readEntry(written);
	if (typeof path !== 'string' || entry === undefined) return null;
	if (before == null || entry === null) return { path, entry };
	return { path, entry, before: before === 'same' ? entry : { kind: 'unseen' } };
}
