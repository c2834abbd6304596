import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CommitFile, CommitGroup, CommitList, UnderWay } from '../../core/commit/commit.js';
import { defined } from '../../core/defined.js';
import { type Result, succeed } from '../../core/failure.js';
import { isThere } from '../files/what-is-there.js';
import { type Git, type GitOptions, reasonOf } from '../git/open-git.js';
import { findRepository, type Repository, refused } from '../git/repository.js';
import { fieldsOf } from '../git/split-output.js';
import { commitAt, LINK, SUBMODULE } from '../review/file-versions.js';
import { countsIn } from '../review/list-changes.js';
import { isPlain, nameOf } from '../review/quoted-names.js';
import { type Content, contentAt } from './commit-content.js';
import { COMMITS } from './commit-messages.js';

export type Place = GitOptions & { readonly cwd: string };

export type Opened = Repository & { readonly gitDir: string };

/** A list of changes, with further facts that a commit needs. */
export type Looked = {
	readonly list: CommitList;
	/** Contents of the working tree, by the ids of the rows. */
	readonly contents: ReadonlyMap<string, Content>;
	/** By their ids. */
	readonly rows: ReadonlyMap<string, StatusRow>;
};

const MOST_UNTRACKED = 1000;
/** Bytes of a list of names, and of a message that git has ready. */
const MOST_LISTED = 64 * 1024 * 1024;
const MOST_TEMPLATE = 65_536;
/** Files that are read at once. */
const AT_ONCE = 8;

export async function openRepository(place: Place): Promise<Result<Opened>> {
	const found = await findRepository(place.cwd, place, COMMITS);
	if (!found.ok) return found;
	const gitDir = await found.value.git.read(['rev-parse', '--absolute-git-dir']);
	return gitDir === null ? refused(place.cwd, 'it has no git folder.') : succeed({ ...found.value, gitDir });
}

/** Lists what could be committed; from a copy of the index without what only the screen needs. */
export async function look(opened: Opened, place: Place, indexFile?: string): Promise<Result<Looked>> {
	const { git, top, gitDir } = opened;
	const isCopy = indexFile !== undefined;
	const args = [...STATUS_ARGS, '--untracked-files=all'];
	const printed = await git.run(args, { ...defined({ indexFile }), most: MOST_LISTED });
	if (!printed.ok) return printed;
	const { code, bytes, errors } = printed.value;
	if (code !== 0 || bytes.length > MOST_LISTED) return COMMITS.notListed(reasonOf(errors));
	const status = readStatus(bytes);
	const untracked = status.rows.filter(({ group }) => group === 'untracked').length;
	const rows = status.rows.filter(
		({ group }, at) => group !== 'untracked' || at < status.rows.length - untracked + MOST_UNTRACKED,
	);
	const [counts, contents, underWay, hooks] = await Promise.all([
		isCopy ? NOTHING : countsOf(opened),
		contentsOf(place, opened, rows),
		underWayIn(gitDir),
		isCopy ? [] : hooksOf(opened),
	]);
	const files = rows.map((row) => fileOf(row, counts, contents.get(idOf(row))));
	const isReady = !isCopy && (underWay !== null || (await isThere(join(gitDir, 'SQUASH_MSG'))));
	const { head, branch } = status;
	const list: CommitList = {
		...{ top, head, branch, underWay, hooks, files },
		template: isReady ? await templateIn(opened) : '',
		isCut: untracked > MOST_UNTRACKED,
	};
	return succeed({ list, contents, rows: new Map(rows.map((row) => [idOf(row), row])) });
}

function idOf({ group, path }: StatusRow): string {
	return `${group} ${path}`;
}

type Counts = ReadonlyMap<string, { readonly added: number | null; readonly removed: number | null }>;

const NOTHING: Counts = new Map();

/** Lines by row, as far as git counts them. */
async function countsOf({ git }: Opened): Promise<Counts> {
	const read = async (group: CommitGroup, more: readonly string[]) => {
		const args = ['diff', '--numstat', '-z', '--find-renames', '--no-ext-diff', '--no-textconv'];
		const printed = await git.run([...args, '--ignore-submodules=dirty', ...more]);
		const counts = printed.ok && printed.value.code === 0 ? countsIn(printed.value.bytes) : [];
		return [...counts].map(([path, lines]) => {
			const { added, removed } = lines === 'binary' ? { added: null, removed: null } : lines;
			return [`${group} ${path}`, { added, removed }] as const;
		});
	};
	const counts = await Promise.all([read('staged', ['--cached']), read('changed', [])]);
	return new Map(counts.flat());
}

async function contentsOf(
	place: Place,
	{ top }: Opened,
	rows: readonly StatusRow[],
): Promise<ReadonlyMap<string, Content>> {
	const inTree = rows.filter(({ group }) => group !== 'staged');
	const contents = new Map<string, Content>();
	for (let at = 0; at < inTree.length; at += AT_ONCE) {
		const some = inTree.slice(at, at + AT_ONCE);
		const found = await Promise.all(some.map((row) => contentOf(place, top, row)));
		for (const [index, content] of found.entries()) {
			const row = some[index];
			if (row !== undefined) contents.set(idOf(row), content);
		}
	}
	return contents;
}

async function contentOf({ env }: Place, top: string, { group, path, mode }: StatusRow): Promise<Content> {
	const nothing = { facts: null, lines: null } as const;
	if (group === 'conflict') return { ...nothing, version: 'conflict', why: COMMITS.conflict };
	if (!isPlain(path)) return { ...nothing, version: 'unnamed', why: COMMITS.unreadable };
	if (group === 'untracked' && path.endsWith('/')) return { ...nothing, version: 'repository', why: COMMITS.nested };
	return mode === SUBMODULE
		? { ...nothing, version: `commit ${await commitAt(join(top, path), env)}` }
		: contentAt(top, path);
}

function fileOf(row: StatusRow, counts: Counts, content: Content | undefined): CommitFile {
	const { group, path, from, status, mode, staged } = row;
	const id = idOf(row);
	const lines = group === 'untracked' ? { added: content?.lines ?? null, removed: null } : counts.get(id);
	return {
		...{ id, group, status, path, ...defined({ from }) },
		kind: mode === SUBMODULE ? 'submodule' : mode === LINK || content?.isLink === true ? 'link' : 'file',
		...{ added: lines?.added ?? null, removed: lines?.removed ?? null },
		version: group === 'staged' ? `${staged?.is} ${from ?? ''}` : (content?.version ?? ''),
		...defined({ why: content?.why }),
	};
}

const SIGNS: readonly (readonly [file: string, underWay: UnderWay])[] = [
	['rebase-merge', 'rebase'],
	['rebase-apply', 'rebase'],
	['MERGE_HEAD', 'merge'],
	['CHERRY_PICK_HEAD', 'cherry-pick'],
	['REVERT_HEAD', 'revert'],
];

async function underWayIn(gitDir: string): Promise<UnderWay | null> {
	const found = await Promise.all(SIGNS.map(([file]) => isThere(join(gitDir, file))));
	return SIGNS[found.indexOf(true)]?.[1] ?? null;
}

/** The message that git has ready, without the lines that are meant for who edits it. */
async function templateIn({ git, gitDir }: Opened): Promise<string> {
	for (const name of ['MERGE_MSG', 'SQUASH_MSG']) {
		const text = await readFile(join(gitDir, name), 'utf8').catch(() => null);
		if (text === null) continue;
		const bare = await git.run(['stripspace', '--strip-comments'], { input: text.slice(0, MOST_TEMPLATE) });
		if (bare.ok && bare.value.code === 0) return bare.value.bytes.toString('utf8').trim();
	}
	return '';
}

const HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];

/** Names of the hooks that a commit runs: files, and programs of git's settings. */
async function hooksOf({ git, top, commonDir }: Repository): Promise<readonly string[]> {
	const [folders, events] = await Promise.all([
		settings(git, '^core\\.hookspath$'),
		settings(git, '^hook\\..*\\.event$'),
	]);
	const folder = folders.at(-1);
	const at = folder === undefined ? join(commonDir, 'hooks') : resolve(top, folder);
	const inFolder = await Promise.all(
		HOOKS.map((name) =>
			access(join(at, name), constants.X_OK).then(
				() => true,
				() => false,
			),
		),
	);
	return HOOKS.filter((name, index) => inFolder[index] === true || events.includes(name));
}

/** Values of settings whose names match, those that git itself was started with left out; paths of the home are whole. */
async function settings(git: Git, names: string): Promise<readonly string[]> {
	const printed = await git.run(['config', '--show-scope', '--null', '--type=path', '--get-regexp', names]);
	if (!printed.ok || printed.value.code !== 0) return [];
	const fields = printed.value.bytes.toString('utf8').split('\0');
	return fields.flatMap((field, at) => {
		const isValue = at % 2 === 1 && fields[at - 1] !== 'command';
		return isValue && field.includes('\n') ? [field.slice(field.indexOf('\n') + 1)] : [];
	});
}

export type StatusRow = {
	readonly group: CommitGroup;
	readonly path: string;
	readonly from?: string;
	readonly status: CommitFile['status'];
	/** Of the new side, or of the old one where there is no other; empty for a file that is not tracked. */
	readonly mode: string;
	/** Mode and object in the index and in HEAD, where the change is in the index. */
	readonly staged?: { readonly is: string; readonly was: string };
};

type Status = {
	/** Null before the first commit. */
	readonly head: string | null;
	/** Null for a detached HEAD. */
	readonly branch: string | null;
	readonly rows: readonly StatusRow[];
};

const STATUS_ARGS = ['status', '--porcelain=v2', '--branch', '-z', '--renames', '--ignore-submodules=dirty'];

const STATUS: Readonly<Record<string, CommitFile['status']>> = {
	A: 'added',
	C: 'added',
	D: 'deleted',
	R: 'renamed',
	T: 'type',
};

/** Fields before the name, by what a record begins with. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };
const NO_MODE = '000000';

/** Reads what git prints for {@link STATUS_ARGS}. */
function readStatus(output: Buffer): Status {
	let head: string | null = null;
	let branch: string | null = null;
	const rows: StatusRow[] = [];
	const records = fieldsOf(output);
	for (let at = 0; at < records.length; at += 1) {
		const record = records[at] ?? Buffer.alloc(0);
		const text = record.toString('utf8');
		const [, name, value = ''] = /^# branch\.(oid|head) (.*)$/s.exec(text) ?? [];
		if (name === 'oid') head = value === '(initial)' ? null : value;
		if (name === 'head') branch = value === '(detached)' ? null : value;
		const count = FIELDS[text[0] ?? ''];
		if (count === undefined) continue;
		const fields = text.split(' ', count);
		const path = nameOf(record.subarray(fields.join(' ').length + 1));
		// The name before is a record of its own.
		if (fields[0] === '2') at += 1;
		rows.push(...rowsOf(fields, path, fields[0] === '2' ? nameOf(records[at] ?? record) : undefined));
	}
	return { head, branch, rows };
}

function rowsOf(fields: readonly string[], path: string, from: string | undefined): readonly StatusRow[] {
	const [kind, letters = '', , modeOfHead = '', modeOfIndex = '', modeOfFile = '', objectOfHead = ''] = fields;
	if (kind === '?') return [{ group: 'untracked', path, status: 'added', mode: '' }];
	if (kind === 'u') return [{ group: 'conflict', path, status: 'modified', mode: fields[6] ?? '' }];
	const [x = '.', y = '.'] = letters;
	const rows: StatusRow[] = [];
	if (x !== '.') {
		const mode = modeOfIndex === NO_MODE ? modeOfHead : modeOfIndex;
		const staged = { is: `${modeOfIndex} ${fields[7] ?? ''}`, was: `${modeOfHead} ${objectOfHead}` };
		const named = x === 'R' && from !== undefined ? { from } : {};
		rows.push({ group: 'staged', path, ...named, status: STATUS[x] ?? 'modified', mode, staged });
	}
	if (y !== '.') {
		const mode = modeOfFile === NO_MODE ? modeOfIndex : modeOfFile;
		rows.push({ group: 'changed', path, status: STATUS[y] ?? 'modified', mode });
	}
	return rows;
}
