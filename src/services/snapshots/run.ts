import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../state/private-folder.js';
import { ownMark } from '../state/process-mark.js';
import { RUN_FILE } from './clean.js';
import { type ContentFolder, ContentStore, createContentFolder } from './content-store.js';
import type { Entry } from './entry.js';
import { createJournal, type Journal, readRun, readStored, type TakeRecord } from './journal.js';
import type { EarlierFiles } from './read-entry.js';
import { Timeline } from './timeline.js';

export type KeptRun = {
	readonly timeline: Timeline;
	readonly takes: ReadonlyMap<number, TakeRecord>;
	readonly contents: ContentFolder;
};

export type OwnRun = KeptRun & {
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

export async function openRun(folder: string, id: string): Promise<KeptRun | null> {
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
