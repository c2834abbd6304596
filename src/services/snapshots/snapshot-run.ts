import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Fields, isRecord } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import { makePrivateFolder } from '../state/private-folder.js';
import { isAlive, ownMark, type ProcessMark, readMark } from '../state/process-mark.js';
import type { EarlierFiles } from './collect-snapshot.js';
import { type ContentFolder, ContentStore, createContentFolder } from './content-store.js';
import type { Entry } from './snapshot-entry.js';
import { createJournal, type Journal, readRun, readStored, type TakeRecord } from './snapshot-journal.js';
import { Timeline } from './snapshot-timeline.js';

export type StoredRun = {
	readonly timeline: Timeline;
	readonly takes: ReadonlyMap<number, TakeRecord>;
	readonly contents: ContentFolder;
};

export type OwnRun = StoredRun & {
	readonly id: string;
	readonly folder: string;
	readonly takes: Map<number, TakeRecord>;
	readonly store: ContentStore;
	readonly journal: Journal;
	/** Resolves when no removal is in progress. */
	removed(): Promise<void>;
	writeFacts(workspace: string): Promise<void>;
};

const CONTENTS = 'contents';
const RUN_ID = /^[0-9a-z]{9}-[0-9a-f]{12}$/;

export function runsFolder(snapshots: string, root: string): string {
	return join(snapshots, createHash('sha256').update(root).digest('hex').slice(0, 24));
}

/** Begins a run; nothing is written yet. Ids sort by time. */
export function createRun(folder: string, maxTotalBytes: number): OwnRun {
	const id = `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(6).toString('hex')}`;
	const own = join(folder, id);
	const contents = createContentFolder(join(own, CONTENTS));
	const store = new ContentStore(contents, maxTotalBytes);
	let removing: Promise<unknown> = Promise.resolve();
	const isStored = (entry: Entry): entry is Entry & { readonly sha: string } =>
		entry.kind === 'file' && entry.from === 'store' && entry.sha !== undefined;
	const timeline = new Timeline({
		retain(entry) {
			if (isStored(entry)) store.retain(entry.sha);
		},
		release(entry) {
			if (isStored(entry)) removing = Promise.all([removing, store.release(entry.sha)]);
		},
	});
	return {
		id,
		folder: own,
		timeline,
		takes: new Map(),
		contents,
		store,
		journal: createJournal(own),
		async removed() {
			await removing;
		},
		async writeFacts(workspace) {
			try {
				await makePrivateFolder(own);
				const facts = { workspace, ...(await ownMark()), ...store.used() };
				await writeFile(join(own, RUN_FILE), `${JSON.stringify(facts)}\n`, { mode: 0o600 });
			} catch {
				// Without a place to write, what could not be kept is said file by file.
			}
		},
	};
}

export async function openRun(folder: string, id: string): Promise<StoredRun | null> {
	if (!RUN_ID.test(id)) return null;
	const run = await readRun(join(folder, id));
	return run && { ...run, contents: createContentFolder(join(folder, id, CONTENTS)) };
}

export async function findEarlier(folder: string): Promise<EarlierFiles | null> {
	const names = await readdir(folder).catch(() => []);
	const newest = names
		.filter((name) => RUN_ID.test(name))
		.sort()
		.at(-1);
	if (newest === undefined) return null;
	const files = await readStored(join(folder, newest));
	return files.size === 0 ? null : { files, contents: createContentFolder(join(folder, newest, CONTENTS)) };
}

/** Removes a take of another run; its contents stay until that run is cleaned. */
export async function dropFrom(folder: string, id: string, number: number): Promise<void> {
	const run = await openRun(folder, id);
	if (run?.takes.has(number)) {
		const journal = createJournal(join(folder, id));
		journal.drop(number);
		await journal.flush();
	}
}

type RunFacts = {
	readonly workspace: string;
	/** The process that works in the run; null: unknown. */
	readonly by: ProcessMark | null;
	/** Bytes of contents that this run wrote, and that it shares with earlier runs. */
	readonly written: number;
	readonly shared: number;
};

const RUN_FILE = 'run.json';

const ELSEWHERE = 24 * 3600 * 1000;

type Run = { readonly folder: string; readonly at: number; readonly facts: RunFacts };

/**
 * Removes the runs of all workspaces that are older than `before` (milliseconds since the epoch), then the oldest ones
 * until all take at most `maxBytes`. The run in `own`, and those in use, stay. Never throws.
 */
export async function cleanRuns(
	snapshots: string,
	{ before, maxBytes, own }: { readonly before: number; readonly maxBytes: number; readonly own: string },
): Promise<void> {
	const folders = (await namesIn(snapshots)).map((name) => join(snapshots, name));
	const found = await Promise.all(folders.map(readRuns));
	let runs = found.flat().sort((one, other) => one.at - other.at);
	for (const run of runs) {
		if (run.at >= before && bytesOf(runs) <= maxBytes) break;
		if (run.folder !== own && !(await isInUse(run))) {
			runs = runs.filter((other) => other !== run);
			await rm(run.folder, { recursive: true, force: true }).catch(() => {
				// The next cleaning tries again.
			});
		}
	}
	// Only empty ones go.
	await Promise.all(folders.map((folder) => rmdir(folder).catch(() => {})));
}

async function readRuns(workspace: string): Promise<readonly Run[]> {
	const names = await namesIn(workspace);
	const runs = await Promise.all(names.map((name) => readFacts(join(workspace, name))));
	return runs.filter((run) => run !== null);
}

/**
 * Shared contents count in the run that wrote them, or once with the oldest run of their workspace: a run shares with
 * the previous one only. `runs` is sorted, the oldest first.
 */
function bytesOf(runs: readonly Run[]): number {
	const seen = new Set<string>();
	return runs.reduce((bytes, { folder, facts }) => {
		const workspace = dirname(folder);
		const shared = seen.has(workspace) ? 0 : facts.shared;
		seen.add(workspace);
		return bytes + facts.written + shared;
	}, 0);
}

async function namesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** A run without readable facts was being made, or is broken: its folder's time decides. */
async function readFacts(folder: string): Promise<Run | null> {
	const file = join(folder, RUN_FILE);
	const text = await readFile(file, 'utf8').catch(() => '{}');
	const facts = (await stat(file).catch(() => null)) ?? (await stat(folder).catch(() => null));
	return facts === null ? null : { folder, at: facts.mtimeMs, facts: parseFacts(text) };
}

function parseFacts(text: string): RunFacts {
	const value = jsonIn(text);
	const { workspace = '', written, shared }: Fields = isRecord(value) ? value : {};
	const bytes = (found: unknown): number => (typeof found === 'number' && found >= 0 ? found : 0);
	return { workspace: String(workspace), by: readMark(value), written: bytes(written), shared: bytes(shared) };
}

/** A process in another container is invisible from here: its run counts as in use for a day. */
async function isInUse({ at, facts: { by } }: Run): Promise<boolean> {
	return by !== null && ((await isAlive(by)) ?? Date.now() - at < ELSEWHERE);
}
