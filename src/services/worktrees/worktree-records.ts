import { readdir, realpath, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isRecord } from '../../core/is-record.js';
import { matching, number, orNull, shape, word } from '../../core/schema.js';
import type { Worktree } from '../../core/worktrees/worktree.js';
import { nameProblem } from '../../core/worktrees/worktree-name.js';
import { isWithin } from '../files/path-inside.js';
import { readTextWithin } from '../files/read-regular.js';
import { replaceFile } from '../files/replace-file.js';

export type WorktreeRecord = Worktree & {
	readonly commonDir: string;
	/** `making` and `removing` are in progress; an interrupted one is removed. */
	readonly state: 'making' | 'ready' | 'removing';
	/** The branch is deleted with the worktree while it stands at this commit; null: it stays. */
	readonly dropBranchAt: string | null;
	/** The tree of the uncommitted changes copied from the work tree when this one was made. */
	readonly takenTree: string | null;
};

const VERSION = 1;
const MOST_BYTES = 64 * 1024;

export function worktreesFolder(dataDir: string): string {
	return join(dataDir, 'worktrees');
}

/** Reads a record, `.NAME.json` beside its folder; null where it is missing or invalid. */
export async function readRecord(folder: string, name: string): Promise<WorktreeRecord | null> {
	if (nameProblem(name) !== null) return null;
	try {
		const record = parse(JSON.parse((await readTextWithin(fileOf(folder, name), MOST_BYTES)) ?? ''));
		return record?.name === name && record.path === join(await realpath(folder), name) ? record : null;
	} catch {
		return null;
	}
}

/** Replaces a record atomically. Throws the system's error. */
export async function writeRecord(folder: string, record: WorktreeRecord): Promise<void> {
	await replaceFile(fileOf(folder, record.name), `${JSON.stringify({ version: VERSION, ...record }, null, 2)}\n`);
}

export async function dropRecord(folder: string, name: string): Promise<void> {
	await rm(fileOf(folder, name), { force: true });
}

export async function readRecords(folder: string): Promise<readonly WorktreeRecord[]> {
	const names = (await readdir(folder).catch(() => [])).flatMap((file) => /^\.(.+)\.json$/.exec(file)?.[1] ?? []);
	const records = await Promise.all(names.map((name) => readRecord(folder, name)));
	return records.filter((record) => record !== null).toSorted((left, right) => right.createdAt - left.createdAt);
}

/** The worktree of ours around a folder; null elsewhere. */
export async function findRecordAt(dataDir: string, cwd: string): Promise<WorktreeRecord | null> {
	const [root, real] = await Promise.all(
		[worktreesFolder(dataDir), cwd].map((path) => realpath(path).catch(() => null)),
	);
	if (root == null || real == null || !isWithin(root, real)) return null;
	const [id, name] = relative(root, real).split(sep);
	return id === undefined || name === undefined ? null : readRecord(join(root, id), name);
}

function fileOf(folder: string, name: string): string {
	return join(folder, `.${name}.json`);
}

const words = matching(/^./s);
const commit = matching(/^[0-9a-f]{40,64}$/);
const readFields = shape({
	...{ name: words, branch: words, path: words, project: words, commonDir: words },
	base: shape({ branch: orNull(words), commit }),
	createdAt: number,
	state: word({ making: true, ready: true, removing: true }),
	dropBranchAt: orNull(commit),
	takenTree: orNull(commit),
});
function parse(value: unknown): WorktreeRecord | null {
	if (!isRecord(value) || typeof value['version'] !== 'number' || value['version'] > VERSION) return null;
	return readFields(value) ?? null;
}
