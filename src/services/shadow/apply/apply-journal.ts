import { link, lstat, mkdir, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errnoOf, systemError, whenMissing } from '../../errno.js';
import { replaceFile, takePlace } from '../../files/replace-file.js';
import { throughParents } from '../../files/through-parents.js';
import { type FileFacts, factsOf, isSameFacts } from '../../snapshots/snapshot-entry.js';
import { setFolderMode } from '../in-parent.js';
import { REASONS } from '../shadow-messages.js';

/** One change of the workspace; paths are relative to it. Idempotent. */
export type Step =
	/** `temporary` replaces what is at `path`, which is kept at `keepAt` where that is a path. */
	| {
			readonly type: 'write';
			readonly path: string;
			readonly temporary: string;
			readonly expected: FileFacts | null;
			readonly keepAt: string | null;
			/** Of a file too large to be compared by content: the view's facts when it was copied, and the copy's. */
			readonly large?: { readonly view: FileFacts; readonly staged: FileFacts };
	  }
	| {
			readonly type: 'remove';
			readonly path: string;
			readonly expected: FileFacts;
			readonly keepAt: string | null;
			/** The new path of a rename: the old one stays when the new one did not get there. */
			readonly after?: string;
	  }
	| { readonly type: 'folder'; readonly path: string }
	| { readonly type: 'mode'; readonly path: string; readonly mode: number }
	| { readonly type: 'remove-folder'; readonly path: string };

/**
 * The journal of an apply. In phase `staging` the workspace is unchanged but for temporary files; from phase `commit`
 * on the steps are completed, by the next process if need be. In phase `done` they were, but for `left`, and only
 * cleaning up remains. One whose root is the view is of a part that was to be discarded: `staging` alone.
 */
export type Journal = {
	readonly root: string;
	readonly phase: 'staging' | 'commit' | 'done';
	readonly paths: readonly string[];
	readonly temporaries: readonly string[];
	readonly steps: readonly Step[];
	readonly left?: readonly (readonly [path: string, reason: string])[];
};

const FILE = 'journal.json';
const VERSION = 1;

/** Syncs the journal to the disk before any step. Throws the system's error. */
export function writeJournal(folder: string, journal: Journal): Promise<void> {
	const text = JSON.stringify({ version: VERSION, ...journal }, (_, value: unknown) =>
		typeof value === 'bigint' ? `${value}n` : value,
	);
	return replaceFile(join(folder, FILE), text);
}

/** Null without one. It is ours and whole, as a rename puts it in place. */
export async function readJournal(folder: string): Promise<Journal | null> {
	const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
	if (text === null) return null;
	const journal = JSON.parse(text, (key, value: unknown) =>
		FACTS.has(key) && typeof value === 'string' ? BigInt(value.slice(0, -1)) : value,
	) as Journal & { readonly version: number };
	return journal.version === VERSION ? journal : null;
}

export function removeJournal(folder: string): Promise<void> {
	return rm(join(folder, FILE), { force: true });
}

const FACTS: ReadonlySet<string> = new Set(['ino', 'size', 'mtimeNs', 'ctimeNs']);

export type Left = ReadonlyMap<string, string>;

/** Executes the steps, each path atomically; what changed since is left alone. May be repeated after any end. */
export async function commit(root: string, steps: readonly Step[]): Promise<Left> {
	const left = new Map<string, string>();
	for (const step of steps) {
		const isWaiting = step.type === 'remove' && step.after !== undefined && left.has(step.after);
		const reason = isWaiting
			? 'it stays, as the file of its new name could not be written'
			: await carryOut(root, step).catch((error: unknown) => REASONS.notWritten(systemError(error).why));
		if (reason !== null) left.set(step.path, reason);
	}
	return left;
}

function carryOut(root: string, step: Step): Promise<string | null> {
	const how = {
		isMaking: step.type === 'write' || step.type === 'folder',
		orElse: (why: string | null) => (why === null ? null : `it is no longer in the workspace: ${why}`),
	};
	return throughParents(root, step.path, how, async ({ via }) => {
		switch (step.type) {
			case 'write':
				return write(root, step, via);
			case 'remove':
				return remove(step, via);
			case 'folder':
				return makeFolder(via);
			case 'mode':
				await setFolderMode(via, step.mode).catch(whenMissing(true));
				return null;
			case 'remove-folder':
				// A folder that is not empty by now stays.
				await rmdir(via).catch(() => {});
				return null;
		}
	});
}

function write(root: string, step: Extract<Step, { type: 'write' }>, via: string): Promise<string | null> {
	const how = { orElse: (): string | null => REASONS.changedMeanwhile };
	return throughParents(root, step.temporary, how, async ({ via: temporary }) => {
		const staged = await factsAt(temporary);
		// The change is in its place already.
		if (staged === null) return null;
		const now = await factsAt(via);
		if (now !== null && now.ino === staged.ino) {
			await unlink(temporary);
			return null;
		}
		// Where it is left, the temporary file tells so to whoever finishes it after a crash.
		return replace(step, { temporary, via, now });
	});
}

async function replace(
	{ expected, keepAt }: Extract<Step, { type: 'write' }>,
	{ temporary, via, now }: { readonly temporary: string; readonly via: string; readonly now: FileFacts | null },
): Promise<string | null> {
	if (expected === null) {
		if (now !== null || !(await takePlace(temporary, via))) return REASONS.changedMeanwhile;
		await rm(temporary, { force: true });
		return null;
	}
	if (now === null) return REASONS.changedMeanwhile;
	if (keepAt === null) {
		if (!isSameFacts(now, expected)) return REASONS.changedMeanwhile;
	} else if (!(await keep(via, keepAt, now, expected))) return REASONS.changedMeanwhile;
	await rename(temporary, via);
	return null;
}

async function remove({ expected, keepAt }: Extract<Step, { type: 'remove' }>, via: string): Promise<string | null> {
	const now = await factsAt(via);
	if (now === null) return null;
	if (keepAt !== null)
		return (await keep(via, keepAt, now, expected)) ? unlink(via).then(() => null) : REASONS.changedMeanwhile;
	if (!isSameFacts(now, expected)) return REASONS.changedMeanwhile;
	await unlink(via);
	return null;
}

async function keep(via: string, keepAt: string, now: FileFacts, expected: FileFacts): Promise<boolean> {
	const second = `${via.slice(0, -basename(via).length)}${basename(keepAt)}`;
	const kept = await factsAt(second);
	// The second name itself changes a file's time.
	if (kept !== null) return kept.ino === now.ino;
	if (!isSameFacts(now, expected)) return false;
	await link(via, second);
	return true;
}

async function makeFolder(via: string): Promise<string | null> {
	try {
		await mkdir(via);
		return null;
	} catch (error) {
		if (errnoOf(error) !== 'EEXIST') throw error;
		return (await lstat(via)).isDirectory() ? null : REASONS.changedMeanwhile;
	}
}

async function factsAt(path: string): Promise<FileFacts | null> {
	const stats = await lstat(path, { bigint: true }).catch(whenMissing(null));
	return stats === null ? null : factsOf(stats);
}
