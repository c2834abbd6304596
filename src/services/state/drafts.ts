import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import { once } from '../../core/once.js';
import { exactly, list, number, optional, type Read, shape, text } from '../../core/schema.js';
import { replaceFileSync } from '../files/replace-file.js';
import { makePrivateFolder, makePrivateFolderSync } from './private-folder.js';
import { isAlive, ownMark, type ProcessMark, readMark } from './process-mark.js';

export type DraftsOptions = {
	readonly stateDir: string;
	readonly project: string;
	/** Id of this process, used as its file's name. */
	readonly pid: number;
};

const all = Number.POSITIVE_INFINITY;
const chips = list(shape({ id: number, label: text(all), text: text(all) }), all);
const rawDraft = shape({ text: text(all), chips, isTold: optional(exactly(true)) });

const draft: typeof rawDraft = (value) => {
	const read = isRecord(value) ? rawDraft({ ...value, chips: chips(value['chips']) ?? [] }) : undefined;
	return read?.text === '' ? undefined : read;
};

const storedDrafts = shape({ draft: (value) => draft(value) ?? null, aside: (value) => list(draft, all)(value) ?? [] });

export type StoredDraft = Read<typeof draft>;
type StoredDrafts = Read<typeof storedDrafts>;

/** Unsent drafts, saved for the next start. No method throws. */
export type Drafts = {
	/** Takes over and merges the drafts of processes that ended. */
	load(): Promise<StoredDrafts>;
	/** Replaces this process's saved drafts synchronously. */
	save(drafts: StoredDrafts): void;
};

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_ASIDE = 50;
/** Milliseconds after its last write for which a process in another container counts as running. */
const ELSEWHERE = 120_000;
const NOTHING: StoredDrafts = { draft: null, aside: [] };

/**
 * One file for each running process, so that none overwrites another's. The drafts of an ended process are taken over
 * by exactly one later process in the same project.
 */
export function createDrafts({ stateDir, project, pid }: DraftsOptions): Drafts {
	/** Computed on first use: Node's crypto takes longer to load than a first frame to draw. */
	const findPlace = once(() => ({
		folder: join(stateDir, 'drafts', createHash('sha256').update(project).digest('hex').slice(0, 16)),
		own: `${pid}-${randomBytes(4).toString('hex')}.json`,
	}));
	let hasFile = false;
	/** Set by `load`, which comes before any input. */
	let by: ProcessMark | null = null;
	/** Files that were taken over; deleted once this process's own file has their content. */
	const taken: string[] = [];
	return {
		async load() {
			const { folder, own } = findPlace();
			const found: Claimed[] = [];
			by = { ...(await ownMark()), pid };
			for (const name of await namesIn(folder)) {
				if (name === own || (await isLeftAlone(folder, name, by))) continue;
				const claimed = await claim(folder, name, own);
				if (claimed !== null) found.push(claimed);
			}
			// Listed only now: what is saved from here on contains them.
			taken.push(...found.map(({ file }) => file));
			return merge(found.sort((first, second) => first.at - second.at).map(({ kept }) => kept));
		},
		save(drafts) {
			const isEmpty = drafts.draft === null && drafts.aside.length === 0;
			if (isEmpty && !hasFile && taken.length === 0) return;
			const { folder, own } = findPlace();
			try {
				if (isEmpty) rmSync(join(folder, own), { force: true });
				else {
					makePrivateFolderSync(folder);
					replaceFileSync(join(folder, own), JSON.stringify({ ...drafts, ...(by === null ? {} : { by }) }));
				}
				hasFile = !isEmpty;
				for (const file of taken.splice(0)) rmSync(file, { force: true });
			} catch {
				// A full disk must not end what is being written.
			}
		},
	};
}

type Claimed = { readonly kept: StoredDrafts; readonly at: number; readonly file: string };

async function namesIn(folder: string): Promise<readonly string[]> {
	try {
		await makePrivateFolder(folder);
		return (await readdir(folder)).filter((name) => /^\d+-[0-9a-f]+\.json$/.test(name));
	} catch {
		// Without the folder there is nothing to bring back.
		return [];
	}
}

/**
 * Whether a file is left alone: its process runs, or it is too large to be read, and whoever takes a file over deletes
 * it. A process in another container counts as running while its file is recent.
 */
async function isLeftAlone(folder: string, name: string, own: ProcessMark): Promise<boolean> {
	const file = join(folder, name);
	const facts = await stat(file).catch(() => null);
	if (facts !== null && facts.size > MOST_BYTES) return true;
	const text = await readFile(file, 'utf8').catch(() => '');
	// Of an unreadable file only the pid in its name is known.
	const pid = Number(/^(\d+)-/.exec(name)?.[1] ?? 0);
	const by = markIn(text) ?? { pid, startedAt: '', machine: own.machine };
	if (by.pid === own.pid && by.machine === own.machine) return false;
	return (await isAlive(by)) ?? (facts !== null && Date.now() - facts.mtimeMs < ELSEWHERE);
}

function markIn(text: string): ProcessMark | null {
	const value = jsonIn(text);
	return isRecord(value) ? readMark(value['by']) : null;
}

/** Of several processes that start at once only one can rename the file. An unreadable file holds nothing. */
async function claim(folder: string, name: string, own: string): Promise<Claimed | null> {
	const mine = join(folder, `${own.slice(0, -'.json'.length)}${randomBytes(3).toString('hex')}.json`);
	try {
		await rename(join(folder, name), mine);
		const { mtimeMs } = await stat(mine);
		return { kept: parse(await readFile(mine, 'utf8')), at: mtimeMs, file: mine };
	} catch {
		// Another program took the draft first, or the file is damaged.
		return null;
	}
}

/** The newest draft becomes the current one; older ones are set aside, so that none is lost. */
function merge(all: readonly StoredDrafts[]): StoredDrafts {
	const drafts = all.flatMap(({ draft }) => (draft === null ? [] : [draft]));
	const draft = drafts.at(-1) ?? null;
	const texts = new Set(draft === null ? [] : [JSON.stringify(draft)]);
	const older: StoredDraft[] = [];
	for (const kept of [...all.flatMap((one) => one.aside), ...drafts.slice(0, -1)]) {
		const text = JSON.stringify(kept);
		if (!texts.has(text)) older.push(kept);
		texts.add(text);
	}
	return { draft, aside: older.slice(-MOST_ASIDE) };
}

function parse(text: string): StoredDrafts {
	const value = jsonIn(text);
	return (isRecord(value) ? storedDrafts({ draft: null, aside: [], ...value }) : undefined) ?? NOTHING;
}
