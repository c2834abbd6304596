import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Serial } from '../../core/serial.js';
import { makePrivateFolder } from '../state/private-folder.js';
import type { Entry, FileEntry, FileFacts } from './entry.js';
import { createPace } from './pace.js';
import { type Step, Timeline } from './timeline.js';

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
				before === undefined ? [rowOf(path, entry)] : [rowOf(path, entry), before === entry ? 1 : 2],
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
			const row = readRow(JSON.parse(line));
			if (row !== null) base.push(row);
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

function readStep(value: unknown): Step | null {
	const [row, before]: readonly unknown[] = Array.isArray(value) ? value : [];
	const step = readRow(row);
	if (step === null || before === undefined || step.entry === null) return step;
	return { ...step, before: before === 1 ? step.entry : { kind: 'unseen' } };
}

export async function readStored(folder: string): Promise<ReadonlyMap<string, FileEntry>> {
	const files = new Map<string, FileEntry>();
	try {
		for await (const line of readLines(join(folder, BASE), true)) {
			// What git has is the bulk, and git is asked for it.
			const row = line.startsWith('["s"') ? readRow(JSON.parse(line)) : null;
			if (row?.entry?.kind === 'file') files.set(row.path, row.entry);
		}
	} catch {
		// Nothing to spare reading with, or only a part of it.
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

/** An entry as one line of a file; null: the path is missing. */
type EntryRow = readonly (string | number | null)[];

const SHA = /^[0-9a-f]{64}$/;
const BLOB = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Facts are saved where they spare the next run reading a file. */
function rowOf(path: string, entry: Entry | null): EntryRow {
	if (entry === null) return ['-', path];
	switch (entry.kind) {
		case 'link':
			return ['l', path, entry.target];
		case 'unseen':
			return ['u', path];
		case 'file': {
			const { mode, size, sha = null, blob = null, mark = null, facts } = entry;
			switch (entry.from) {
				case 'git':
					return ['g', path, mode, size, blob];
				case 'store':
					return ['s', path, mode, size, sha, blob, ...factWords(facts)];
				case 'nowhere':
					return ['n', path, mode, size, sha, blob, mark];
			}
		}
	}
}

/** Parses a row; null for anything else. */
function readRow(value: unknown): { readonly path: string; readonly entry: Entry | null } | null {
	if (!Array.isArray(value)) return null;
	const [code, path, ...rest]: readonly unknown[] = value;
	if (typeof path !== 'string') return null;
	if (code === '-') return { path, entry: null };
	if (code === 'u') return { path, entry: { kind: 'unseen' } };
	if (code === 'l') {
		const [target] = rest;
		return typeof target === 'string' ? { path, entry: { kind: 'link', target, facts: null } } : null;
	}
	const entry = readFileRow(code, rest);
	return entry === null ? null : { path, entry };
}

function readFileRow(code: unknown, rest: readonly unknown[]): Entry | null {
	const [mode, size, ...words] = rest;
	if (typeof mode !== 'number' || typeof size !== 'number') return null;
	const common = { kind: 'file', mode: mode & 0o777, size } as const;
	if (code === 'g') {
		const blob = matching(words[0], BLOB);
		return blob === null ? null : { ...common, from: 'git', blob, facts: null };
	}
	const sha = matching(words[0], SHA);
	const blob = matching(words[1], BLOB);
	const named = { ...(sha === null ? {} : { sha }), ...(blob === null ? {} : { blob }) };
	if (code === 's' && sha !== null) return { ...common, ...named, from: 'store', facts: readFacts(words.slice(2)) };
	if (code === 'n') {
		const mark = words[2];
		return { ...common, ...named, from: 'nowhere', ...(typeof mark === 'string' ? { mark } : {}), facts: null };
	}
	return null;
}

function matching(value: unknown, pattern: RegExp): string | null {
	return typeof value === 'string' && pattern.test(value) ? value : null;
}

function factWords(facts: FileFacts | null): readonly string[] {
	return facts === null ? [] : [facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].map(String);
}

function readFacts(words: readonly unknown[]): FileFacts | null {
	const numbers = words
		.filter((word) => typeof word === 'string' && /^\d+$/.test(word))
		.map((word) => BigInt(String(word)));
	const [ino, size, mtimeNs, ctimeNs] = numbers;
	return ino === undefined || size === undefined || mtimeNs === undefined || ctimeNs === undefined
		? null
		: { ino, size, mtimeNs, ctimeNs };
}
