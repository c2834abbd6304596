import { defined } from '../../core/defined.js';
import type { Environment } from '../../core/environment.js';
import { type Result, succeed } from '../../core/failure.js';
import { isQuoted, type ReviewedFile, type ReviewStatus } from '../../core/review/review.js';
import { reasonOf } from '../git/open-git.js';
import { fieldsOf } from '../git/split-output.js';
import { commitAt, LINK, pathIn, type Side, SUBMODULE, sideAt, sidesOf, sizeIn, versionOf } from './file-versions.js';
import { isPlain, nameOf, namesIn } from './quoted-names.js';
import { REVIEW } from './review-messages.js';
import type { Place } from './review-place.js';
import type { ScratchIndex } from './scratch-index.js';

const MOST_FILES = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Milliseconds. */
const LONGEST = 120_000;

/** More files are not compared with each other in search of one that was renamed and changed. */
const MOST_RENAMES = 200;

const SAME_FOR_ALL = [
	...['--no-ext-diff', '--no-textconv', '--no-color', '--no-relative', '--ignore-submodules=dirty'],
	...['--find-renames', `-l${MOST_RENAMES}`, '-z'],
];

/** Larger ones are not read line by line. */
const MOST_COUNTED = 32 * 1024 * 1024;

/**
 * Runs `git diff` between both sides. `index`: the copy that stands for the working tree with the files that are not
 * tracked; null where both sides are trees.
 */
async function compared(
	{ git, old, fresh }: Place,
	index: ScratchIndex | null,
	format: '--raw' | '--numstat',
): Promise<Result<Buffer>> {
	const settings = ['diff.autoRefreshIndex=true', 'core.splitIndex=false', `core.bigFileThreshold=${MOST_COUNTED}`];
	const args = [
		...settings.flatMap((setting) => ['-c', setting]),
		...['diff', format, ...SAME_FOR_ALL, '--no-abbrev', old, ...(fresh === null ? [] : [fresh]), '--'],
	];
	const ran = await git.run(args, { most: MOST_BYTES, timeout: LONGEST, ...defined({ indexFile: index?.file }) });
	if (!ran.ok) return ran;
	return ran.value.code === 0 ? succeed(ran.value.bytes) : REVIEW.failed(reasonOf(ran.value.errors));
}

export type Listed = { readonly files: readonly ReviewedFile[]; readonly more: number };

/** Files that differ, in order of their paths, without counts. */
export async function listFiles(place: Place, index: ScratchIndex | null, env: Environment): Promise<Result<Listed>> {
	const [listed, staged] = await Promise.all([
		compared(place, index, '--raw'),
		place.isHead ? stagedPaths(place) : null,
	]);
	if (!listed.ok) return listed;
	const unstaged = staged === null || staged.size === 0 ? new Set<string>() : await changedPaths(place);
	const rows = rowsOf(listed.value);
	const all = [...rows.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
	const kept = await withCommits(all.slice(0, MOST_FILES), place, env);
	const files = kept.map((row) => fileOf(row, place));
	const more = all.length - files.length;
	if (staged === null) return succeed({ files, more });
	return succeed({ files: files.map((file) => ({ ...file, staged: stagedIn({ staged, unstaged }, file) })), more });
}

type Paths = { readonly staged: ReadonlySet<string>; readonly unstaged: ReadonlySet<string> };

function stagedIn({ staged, unstaged }: Paths, { path, oldPath = path }: ReviewedFile) {
	if (!staged.has(path) && !staged.has(oldPath)) return 'none';
	return unstaged.has(path) || unstaged.has(oldPath) ? 'part' : 'all';
}

export async function stagedNow(place: Place, file: ReviewedFile): Promise<NonNullable<ReviewedFile['staged']>> {
	const names = [file.path, file.oldPath ?? file.path];
	// A name that cannot be given as an argument is looked for among all.
	const which = names.every(isPlain) ? names : [];
	const [staged, unstaged] = await Promise.all([stagedPaths(place, which), changedPaths(place, which)]);
	return stagedIn({ staged, unstaged }, file);
}

type Row = {
	readonly path: string;
	readonly oldPath?: string;
	readonly kind: string;
	readonly oldMode: string;
	readonly newMode: string;
	readonly oldId: string;
	readonly newId: string;
};

/** Rows of `--raw -z`, by path: of a file in conflict, which has two, the one that says how it differs. */
function rowsOf(output: Buffer): ReadonlyMap<string, Row> {
	const fields = namesIn(output);
	const rows = new Map<string, Row>();
	for (let index = 0; index + 1 < fields.length; ) {
		// `:old mode, new mode, old id, new id, kind`, which a number may follow.
		const [oldMode = '', newMode = '', oldId = '', newId = '', [kind = ''] = ''] = (fields[index] ?? '')
			.slice(1)
			.split(' ');
		const isMoved = kind === 'R' || kind === 'C';
		const first = fields[index + 1] ?? '';
		const path = isMoved ? (fields[index + 2] ?? first) : first;
		index += isMoved ? 3 : 2;
		if (kind === 'U' && rows.has(path)) continue;
		rows.set(path, { path, ...(kind === 'R' ? { oldPath: first } : {}), kind, oldMode, newMode, oldId, newId });
	}
	return rows;
}

const NO_FILE = '000000';
const STATUSES: Readonly<Record<string, ReviewStatus>> = { A: 'added', C: 'added', D: 'deleted', R: 'renamed' };

function fileOf({ path, oldPath, kind, oldMode, newMode, oldId, newId }: Row, place: Place): ReviewedFile {
	const old: Side | null = oldMode === NO_FILE ? null : { mode: oldMode, id: oldId, isMark: false };
	const fresh = newMode === NO_FILE ? null : freshSide(place, path, newMode, newId);
	const isWhole = [oldMode, newMode].some((mode) => mode === LINK || mode === SUBMODULE);
	// In a conflict neither side is known.
	const status = kind === 'U' && fresh === null ? 'deleted' : (STATUSES[kind] ?? 'modified');
	return {
		path,
		...(oldPath === undefined ? {} : { oldPath }),
		status,
		added: null,
		removed: null,
		...(isWhole ? { isWhole } : {}),
		version: versionOf({ old, fresh }),
		isViewed: false,
	};
}

/** Rows of repositories in the working tree with the commits that these are at. */
async function withCommits(rows: readonly Row[], { top, fresh }: Place, env: Environment): Promise<readonly Row[]> {
	if (fresh !== null || !rows.some(({ newMode }) => newMode === SUBMODULE)) return rows;
	return Promise.all(
		rows.map(async (row) =>
			row.newMode === SUBMODULE ? { ...row, newId: (await commitAt(`${top}/${row.path}`, env)) ?? row.newId } : row,
		),
	);
}

function freshSide(place: Place, path: string, mode: string, id: string): Side | null {
	if (place.fresh !== null || mode === SUBMODULE) return { mode, id, isMark: false };
	return sideAt(isQuoted(path) ? pathIn(place, path) : `${place.top}/${path}`, mode);
}

/** Paths whose content in the index is not that of HEAD. */
async function stagedPaths({ git, old }: Place, which: readonly string[] = []): Promise<ReadonlySet<string>> {
	const args = ['diff-index', '--cached', '--name-only', '-z', '--no-renames', '--ignore-submodules=dirty', old, '--'];
	return pathsOf(await git.run([...args, ...which], { most: MOST_BYTES, timeout: LONGEST }));
}

/** Paths that are not as in the index, which is only read: in the copy stand files that no object is behind. */
async function changedPaths({ git }: Place, which: readonly string[] = []): Promise<ReadonlySet<string>> {
	const args = ['status', '--porcelain=v1', '-z', '--untracked-files=no', '--no-renames', '--ignore-submodules=dirty'];
	const ran = await git.run([...args, '--', ...which], { most: MOST_BYTES, timeout: LONGEST });
	if (!ran.ok || ran.value.code !== 0) return new Set();
	const changed = fieldsOf(ran.value.bytes).filter((field) => field[1] !== 0x20);
	return new Set(changed.map((field) => nameOf(field.subarray(3))));
}

function pathsOf(ran: Awaited<ReturnType<Place['git']['run']>>): ReadonlySet<string> {
	return new Set(ran.ok && ran.value.code === 0 ? namesIn(ran.value.bytes) : []);
}

type Counts = { readonly added: number; readonly removed: number } | 'binary';

/** The files with their lines counted. Files too large to be read line by line stay uncounted. */
export async function countFiles(
	place: Place,
	files: readonly ReviewedFile[],
	index: ScratchIndex | null,
): Promise<Result<readonly ReviewedFile[]>> {
	const compares = await compared(place, index, '--numstat');
	if (!compares.ok) return compares;
	const counted = countsIn(compares.value);
	const binary = files.filter(({ path }) => counted.get(path) === 'binary');
	const large = await largeOnes(place, binary);
	return succeed(
		files.map((file): ReviewedFile => {
			const counts = counted.get(file.path);
			if (counts === undefined || large.has(file.path)) return file;
			return counts === 'binary' ? { ...file, isBinary: true } : { ...file, ...counts };
		}),
	);
}

/** Counts of `--numstat -z`, by path: `added TAB removed TAB path NUL`, a renamed one `TAB NUL old NUL new NUL`. */
export function countsIn(output: Buffer): ReadonlyMap<string, Counts> {
	const fields = fieldsOf(output);
	const counts = new Map<string, Counts>();
	for (let index = 0; index < fields.length; index += 1) {
		const field = fields[index] ?? Buffer.alloc(0);
		const [, added = '', removed = ''] = /^(\d+|-)\t(\d+|-)\t/.exec(field.toString('latin1')) ?? [];
		const name = field.subarray(added.length + removed.length + 2);
		const isMoved = name.length === 0;
		const path = nameOf(isMoved ? (fields[index + 2] ?? name) : name);
		if (isMoved) index += 2;
		counts.set(path, added === '-' ? 'binary' : { added: Number(added), removed: Number(removed) });
	}
	return counts;
}

/** Files that git did not read as they are large: it calls them binary. */
async function largeOnes({ git }: Place, files: readonly ReviewedFile[]): Promise<ReadonlySet<string>> {
	const large = new Set<string>();
	const blobs = new Map<string, string[]>();
	for (const { path, version } of files) {
		const { old, fresh } = sidesOf(version);
		for (const side of [old, fresh]) {
			if (side === null) continue;
			if (side.isMark) {
				if (sizeIn(side) > MOST_COUNTED) large.add(path);
			} else blobs.set(side.id, [...(blobs.get(side.id) ?? []), path]);
		}
	}
	if (blobs.size === 0) return large;
	const input = [...blobs.keys(), ''].join('\n');
	const sizes = await git.run(['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'], { input });
	for (const line of sizes.ok ? sizes.value.bytes.toString('utf8').split('\n') : []) {
		const [id = '', size] = line.split(' ');
		if (Number(size) > MOST_COUNTED) for (const path of blobs.get(id) ?? []) large.add(path);
	}
	return large;
}
