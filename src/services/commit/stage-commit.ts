import { setTimeout as sleep } from 'node:timers/promises';
import type { WantedCommit } from '../../core/commit/commit.js';
import { bytesOf } from '../../core/edits/git-names.js';
import { type Result, succeed } from '../../core/failure.js';
import { fieldsOf } from '../git/split-output.js';
import { type ProgramEnd, runProgram } from '../programs/run-program.js';
import { findTrusted, trustedEnvironment } from '../programs/trusted-path.js';
import { SUBMODULE } from '../review/file-versions.js';
import { nameOf } from '../review/quoted-names.js';
import { isSameFacts } from '../snapshots/snapshot-entry.js';
import { contentAt } from './commit-content.js';
import type { Looked, Opened, Place, StatusRow } from './look-at-repository.js';

/** An entry as `update-index --index-info` takes it: of nothing where the mode says that there is none. */
function entryOf(mode: string, object: string): string {
	return /^0+$/.test(mode) ? `0 ${'0'.repeat(object.length)}` : `${mode} ${object}`;
}

/** State of an index: it is ready, something is not as it was shown, or why it is not ready. */
export type Staged = 'ready' | 'changed' | { readonly because: string };

/** Whether all that would be committed is as it was shown. */
export function isAsShown({ list, chosen }: WantedCommit, now: Looked): boolean {
	const { head, branch, underWay, files } = now.list;
	if (head !== list.head || branch !== list.branch || underWay !== list.underWay) return false;
	const counts = (group: string): boolean => group === 'staged' || group === 'conflict';
	const shown = new Map(list.files.map((file) => [file.id, file.version]));
	const found = new Map(files.map((file) => [file.id, file.version]));
	const isSame = (id: string): boolean => shown.get(id) === found.get(id);
	return [...list.files, ...files].every(({ id, group }) => (counts(group) || chosen.has(id) ? isSame(id) : true));
}

type Staging = {
	readonly opened: Opened;
	readonly ownGit: OwnGit;
	readonly indexFile: string;
	readonly signal: AbortSignal;
};

/**
 * Puts what is chosen, and no more, into a copy of the index: what is staged and left out becomes what HEAD has. Files
 * are added by the user's own git, with its filters, and only where they stayed as they were shown meanwhile.
 */
export async function stage(
	{ chosen }: WantedCommit,
	now: Looked,
	{ opened, ownGit, indexFile, signal }: Staging,
): Promise<Staged> {
	const rows = [...now.rows].filter(([, { group }]) => group !== 'conflict');
	const leftOut = rows.filter(([id, { group }]) => group === 'staged' && !chosen.has(id)).map(([, row]) => row);
	const taken = rows.filter(([id, { group }]) => group !== 'staged' && chosen.has(id));
	if (leftOut.length > 0) {
		const reset = await opened.git.must(
			'leave changes out',
			['-c', 'core.splitIndex=false', 'update-index', '-z', '--index-info'],
			{ indexFile, input: Buffer.concat(leftOut.map(entriesBefore)) },
		);
		if (!reset.ok) return { because: reset.failure.message };
	}
	if (taken.length === 0) return 'ready';
	// Removals come first: a folder may have taken the place of a file.
	const names = taken
		.map(([, row]) => row)
		.sort((one, other) => Number(other.status === 'deleted') - Number(one.status === 'deleted'))
		.map(({ path }) => path);
	let said = '';
	const added = await ownGit({
		args: ['update-index', '--add', '--remove', '-z', '--stdin'],
		input: names.map((name) => `${name}\0`).join(''),
		...{ indexFile, signal },
		onOutput: (text) => {
			if (said.length < MOST_SAID) said += text;
		},
	});
	if (added.type !== 'exited' || added.code !== 0) return { because: said.trim() };
	const areSame = await Promise.all(taken.map(([id, row]) => isUnchanged(id, row, now, { opened, indexFile })));
	return areSame.every(Boolean) ? 'ready' : 'changed';
}

const MOST_SAID = 2000;

/** Entries of what HEAD has in place of a staged change. */
function entriesBefore({ path, from, staged }: StatusRow): Buffer {
	const [mode = '', object = ''] = staged?.was.split(' ') ?? [];
	const was = entryOf(mode, object);
	return from === undefined
		? namedEntry(was, bytesOf(path))
		: Buffer.concat([namedEntry(entryOf('0', object), bytesOf(path)), namedEntry(was, bytesOf(from))]);
}

/** A record of `update-index -z --index-info`. */
function namedEntry(entry: string, name: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`${entry}\t`), name, Buffer.from([0])]);
}

async function isUnchanged(
	id: string,
	{ path, mode }: StatusRow,
	now: Looked,
	{ opened: { git, top }, indexFile }: Pick<Staging, 'opened' | 'indexFile'>,
): Promise<boolean> {
	const shown = now.contents.get(id);
	if (mode === SUBMODULE) {
		const listed = await git.run(['ls-files', '--stage', '-z', '--', path], { indexFile });
		const [, object = ''] = listed.ok ? listed.value.bytes.toString('latin1').split(' ', 2) : [];
		return shown?.version === `commit ${object}`;
	}
	const found = await contentAt(top, path);
	if (shown?.version !== found.version) return false;
	return (shown.facts === null && found.facts === null) || isSameFacts(shown.facts, found.facts);
}

type OwnRun = {
	readonly args: readonly string[];
	readonly input: string;
	readonly indexFile: string;
	readonly signal: AbortSignal;
	readonly onOutput?: (text: string) => void;
};

export type OwnGit = (run: OwnRun) => Promise<ProgramEnd>;

/** Variables that would lead git to another repository than the one that was looked at. */
const LEADS_ELSEWHERE =
	/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES)$/;

/**
 * git as the user runs it: with their settings, hooks, filters and signing. It has no terminal, so that nothing that
 * asks for a password can wait in ours: a window of the desktop may, and what asks in a terminal fails.
 */
export async function findOwnGit({ cwd, env, guard }: Place): Promise<Result<OwnGit>> {
	const { GPG_TTY: _, ...trusted } = await trustedEnvironment(cwd, env);
	const found = await findTrusted('git', cwd, trusted);
	if (!found.ok) return found;
	const kept = Object.entries(trusted).filter(([name]) => !LEADS_ELSEWHERE.test(name));
	return succeed(({ args, input, indexFile, signal, onOutput }) =>
		runProgram({
			...{ file: found.value, args, cwd, input, signal, guard },
			env: { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', GIT_INDEX_FILE: indexFile },
			onOutput: (_from, text) => onOutput?.(text),
		}),
	);
}

/** Tries at the index while another git has it. */
const ATTEMPTS = 20;
const AGAIN_AFTER = 100;

/** Names of what is staged and was left out of the commit. */
export function leftOutOf({ rows }: Looked, { chosen }: WantedCommit): ReadonlySet<string> {
	const leftOut = [...rows].filter(([id, { group }]) => group === 'staged' && !chosen.has(id));
	return new Set(leftOut.flatMap(([, { path, from }]) => (from === undefined ? [path] : [path, from])));
}

/**
 * Brings the repository's index up to a commit that was made from a copy of it: what the commit holds is staged no
 * more, what was left out of it stays staged, and so does what somebody has staged meanwhile. False where it fails.
 */
export async function followIndex(
	opened: Opened,
	made: string,
	{ before, leftOut }: { readonly before: string; readonly leftOut: ReadonlySet<string> },
): Promise<boolean> {
	const { git } = opened;
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const [then, now] = await Promise.all([differences(opened, made, before), differences(opened, made)]);
		if (then === null || now === null) return false;
		const entries = [...now].flatMap(([path, { is, was }]) =>
			!leftOut.has(path) && then.get(path)?.is === is ? [namedEntry(was, bytesOf(path))] : [],
		);
		const followed =
			entries.length === 0 ||
			(await git.must('follow the commit', ['update-index', '-z', '--index-info'], { input: Buffer.concat(entries) }))
				.ok;
		if (followed) {
			// Only so that others need not look at each file again.
			await git.run(['update-index', '-q', '--refresh']);
			return true;
		}
		await sleep(AGAIN_AFTER);
	}
	return false;
}

type Differences = ReadonlyMap<string, { readonly is: string; readonly was: string }>;

/** Entries of an index that differ from a commit, by name; null where git cannot tell. */
async function differences({ git }: Opened, commit: string, indexFile?: string): Promise<Differences | null> {
	const args = ['diff-index', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', commit, '--'];
	const printed = await git.run(args, indexFile === undefined ? {} : { indexFile });
	if (!printed.ok || printed.value.code !== 0) return null;
	const fields = fieldsOf(printed.value.bytes);
	const found = new Map<string, { is: string; was: string }>();
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [was = '', is = '', objectWas = '', objectIs = '', letter] = (fields[at] ?? '')
			.toString()
			.slice(1)
			.split(' ');
		if (letter === 'U') continue;
		const name = nameOf(fields[at + 1] ?? Buffer.alloc(0));
		found.set(name, { is: entryOf(is, objectIs), was: entryOf(was, objectWas) });
	}
	return found;
}
