import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitEnd, CommitPort, Committed, WantedCommit } from '../../core/commit/commit.js';
import { defined } from '../../core/defined.js';
import { systemError } from '../errno.js';
import { copyIndex } from '../git/copy-index.js';
import type { ProgramEnd } from '../programs/run-program.js';
import { materialFor } from './commit-material.js';
import { COMMITS } from './commit-messages.js';
import { type Looked, look, type Opened, openRepository, type Place } from './look-at-repository.js';
import { findOwnGit, followIndex, isAsShown, leftOutOf, stage } from './stage-commit.js';

type How = {
	readonly signal: AbortSignal;
	readonly onOutput: (text: string) => void;
	/** Milliseconds for git and its hooks. */
	readonly longest?: number;
};

const LONGEST = 15 * 60_000;

/**
 * Commits what is chosen, as the user's own `git commit` would, hooks and signing included. It is done in a copy of the
 * index, so that nothing that happens meanwhile gets into it, and a commit that fails changes nothing.
 */
export async function makeCommit(place: Place, wanted: WantedCommit, how: How): Promise<CommitEnd> {
	const scratch = await mkdtemp(join(tmpdir(), 'acp-tui-commit-'));
	try {
		return await commitIn(scratch, place, wanted, how);
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

async function commitIn(scratch: string, given: Place, wanted: WantedCommit, how: How): Promise<CommitEnd> {
	const { list, message } = wanted;
	const place = { ...given, cwd: list.top };
	const opened = await openRepository(place);
	if (!opened.ok) return failed(opened.failure.message);
	const [indexFile, before] = [join(scratch, 'index'), join(scratch, 'before')];
	const problem = await copyTwice(opened.value, indexFile, before);
	if (problem !== null) return failed(problem);
	const looked = await look(opened.value, place, indexFile);
	if (!looked.ok) return failed(looked.failure.message);
	const now = looked.value;
	if (!isAsShown(wanted, now)) return changedNow(opened.value, place);
	const own = await findOwnGit(place);
	if (!own.ok) return failed(own.failure.message);
	const { longest = LONGEST, onOutput } = how;
	const late = AbortSignal.timeout(longest);
	const signal = AbortSignal.any([how.signal, late]);
	const staging = { opened: opened.value, ownGit: own.value, indexFile, signal };
	const staged = await stage(wanted, now, staging);
	if (staged === 'changed') return changedNow(opened.value, place);
	if (staged !== 'ready') return failed(signal.aborted ? COMMITS.stopped : COMMITS.noIndex(staged.because));
	let said = '';
	const end = await own.value({
		args: ['commit', '--quiet', '--cleanup=whitespace', '--file=-'],
		...{ input: `${message}\n`, indexFile, signal },
		onOutput: (text) => {
			said = (said + text).slice(-MOST_LOOKED_AT);
			onOutput(text);
		},
	});
	const made = await madeCommit(opened.value, now, end, indexFile);
	if (made !== null) {
		const isFollowed = await followIndex(opened.value, made, { before, leftOut: leftOutOf(now, wanted) });
		return { type: 'committed', ...(await factsOf(opened.value, now.list.head, made)), ...remarkOn(end, isFollowed) };
	}
	if (end.type === 'not-started') return failed(COMMITS.notStarted(String(end.error)));
	if (end.type === 'stopped') return failed(late.aborted ? COMMITS.late(longest / 60_000) : COMMITS.stopped);
	return failed(COMMITS.ended(end.code), UNSIGNED.test(said) ? COMMITS.signHint : undefined);
}

const MOST_LOOKED_AT = 4000;
const UNSIGNED = /gpg failed to sign|failed to write commit object|incorrect passphrase|No pinentry|ssh-keygen/i;

function failed(because: string, hint?: string): CommitEnd {
	return { type: 'failed', because, ...defined({ hint }) };
}

/** Failure once the commit was there. */
function remarkOn(end: ProgramEnd, isFollowed: boolean): Pick<Committed, 'remark'> {
	const isStopped = end.type === 'stopped';
	const after = isStopped ? COMMITS.stoppedAfter : end.type === 'exited' && end.code !== 0 ? COMMITS.failedAfter : '';
	const remark = [after, isFollowed ? '' : COMMITS.indexStays].filter((words) => words !== '').join(' ');
	return remark === '' ? {} : { remark };
}

async function changedNow(opened: Opened, place: Place): Promise<CommitEnd> {
	const looked = await look(opened, place);
	return looked.ok ? { type: 'changed', list: looked.value.list } : failed(looked.failure.message);
}

/** Copies the index, twice the same one; a repository may have none yet. Null, or why not. */
async function copyTwice({ gitDir }: Opened, first: string, second: string): Promise<string | null> {
	try {
		await copyIndex(join(gitDir, 'index'), first);
		await copyIndex(first, second);
		return null;
	} catch (error) {
		return COMMITS.noIndex(systemError(error).why);
	}
}

/** The commit at HEAD if the user's `git commit` made it; else null. */
async function madeCommit({ git }: Opened, now: Looked, end: ProgramEnd, indexFile: string): Promise<string | null> {
	const head = await git.read(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
	if (head === null || head === now.list.head) return null;
	if (end.type === 'exited' && end.code === 0) return head;
	// Something that runs after the commit failed or was stopped, or somebody else committed meanwhile.
	const tree = await git.run(['write-tree'], { indexFile });
	const ours = tree.ok && tree.value.code === 0 ? tree.value.bytes.toString('latin1').trim() : '';
	return (await git.read(['rev-parse', `${head}^{tree}`])) === ours ? head : null;
}

async function factsOf({ git }: Opened, before: string | null, made: string): Promise<Committed> {
	const base = before ?? (await git.must('name the empty tree', ['hash-object', '-t', 'tree', '--stdin']));
	const from = typeof base === 'string' ? base : base.ok ? base.value.toString('latin1').trim() : made;
	const args = ['diff', '--numstat', '-z', '--find-renames', '--no-ext-diff', '--no-textconv', from, made, '--'];
	const [shown, counted] = await Promise.all([
		git.read(['log', '--max-count=1', '--no-show-signature', '--format=%h %s', made]),
		git.read(args),
	]);
	const [, hash = made.slice(0, 8), subject = ''] = /^(\S+) (.*)$/s.exec(shown ?? '') ?? [];
	const rows = [...(counted ?? '').matchAll(/(?:^|\0)(\d+|-)\t(\d+|-)\t/g)];
	const sum = (at: number): number => rows.reduce((all, row) => all + (Number(row[at]) || 0), 0);
	return { hash, subject: subject.trim(), files: rows.length, added: sum(1), removed: sum(2) };
}

export function createCommitPort(place: Place): CommitPort {
	return {
		async list() {
			const opened = await openRepository(place);
			if (!opened.ok) return opened;
			const looked = await look(opened.value, place);
			return looked.ok ? { ok: true, value: looked.value.list } : looked;
		},
		material: (list, ids) => materialFor(place, list, ids),
		commit: (wanted, how) => makeCommit(place, wanted, how),
	};
}
