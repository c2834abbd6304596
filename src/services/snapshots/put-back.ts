import type { BigIntStats } from 'node:fs';
import { lstat, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { defined } from '../../core/defined.js';
import { systemError, whenMissing } from '../errno.js';
import type { OpenFolder } from '../files/open-for-reading.js';
import { readRegular } from '../files/read-regular.js';
import { takePlace, temporarySibling, writeNewFile } from '../files/replace-file.js';
import { type Reached, throughParents } from '../files/through-parents.js';
import { shaOf } from './content-store.js';
import {
	CLOCK_SLACK,
	type Entry,
	type FileFacts,
	factsOf,
	isSameEntry,
	isSameFacts,
	markOf,
	millisecondsOf,
	permissionsOf,
} from './snapshot-entry.js';
import { NOT_RESTORED } from './snapshots-messages.js';

export type PutBack = {
	readonly root: string;
	readonly path: string;
	readonly wanted: Entry | null;
	/** The path's expected state before the restore. */
	readonly expected: Entry | null;
	/** The content of `wanted`; null when unavailable. */
	bytes(): Promise<Buffer | null>;
	readonly blobOf: ((bytes: Buffer) => string) | null;
	/** Milliseconds since the epoch; empty folders made later are removed with their last file. */
	readonly since: number;
};

const MOST_COMPARED_BYTES = 256 * 1024 * 1024;

/** Restores one path; returns null, or the reason why it was left alone. Never throws. */
export async function putBack(task: PutBack): Promise<string | null> {
	const { root, path, wanted } = task;
	const names = path.split('/');
	if (!names.every(isSafeName)) return NOT_RESTORED.oddName;
	if (wanted?.kind === 'unseen') return NOT_RESTORED.unseen;
	if (wanted?.kind === 'file' && wanted.from === 'nowhere') return NOT_RESTORED.notSaved;
	const how = {
		isMaking: wanted !== null,
		isDone: (refusal: string | null) => refusal === null,
		orElse: (why: string | null) => why ?? (wanted === null ? null : NOT_RESTORED.changed),
	};
	try {
		return await throughParents(root, path, how, (reached) => putInto(task, reached, names));
	} catch (error) {
		return NOT_RESTORED.notWritten(systemError(error).why);
	}
}

async function putInto(task: PutBack, { via, folders }: Reached, names: readonly string[]): Promise<string | null> {
	const { path, root, wanted, expected } = task;
	const now = await readNow(task, `${root}/${path}`, via);
	if (typeof now === 'string') return now;
	if (isSameEntry(now.entry, wanted)) return null;
	if (!isSameEntry(now.entry, expected)) return NOT_RESTORED.changed;
	if (wanted === null) {
		if (!(await isStill(via, now.facts))) return NOT_RESTORED.changed;
		await unlink(via);
		await removeEmptied(folders, names, task.since);
		return null;
	}
	const temporary = temporarySibling(via);
	try {
		if (wanted.kind === 'link') {
			await symlink(wanted.target, temporary);
		} else if (wanted.kind === 'file') {
			const bytes = await task.bytes();
			if (bytes === null) return NOT_RESTORED.noLongerSaved;
			// Asked for at creation, a mode would be narrowed by the umask.
			await writeNewFile(temporary, bytes, { adjust: (handle) => handle.chmod(wanted.mode) });
		}
		if (!(await isStill(via, now.facts))) return NOT_RESTORED.changed;
		if (now.facts !== null) await rename(temporary, via);
		else if (!(await takePlace(temporary, via))) return NOT_RESTORED.changed;
		return null;
	} finally {
		// The temporary file is left only when something failed.
		await unlink(temporary).catch(() => {});
	}
}

/** False for names that mean git's own folder on some file system, or another place. */
function isSafeName(name: string): boolean {
	if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false;
	const plain = name
		.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
		.toLowerCase()
		.replace(/[. ]+$/, '');
	const isGit = plain === '.git' || /^git~\d+$/.test(plain) || plain.startsWith('.git:');
	return !isGit && !(process.platform === 'win32' && /[\\:]/.test(name));
}

type Now = { readonly entry: Entry | null; readonly facts: FileFacts | null };

/** The current state of a path; a reason as text when it is unreadable, or neither file nor link. */
async function readNow(task: PutBack, path: string, via: string): Promise<Now | string> {
	const stats = await lstatOrNull(via);
	if (stats === null) return { entry: null, facts: null };
	const facts = factsOf(stats);
	if (stats.isSymbolicLink()) return { entry: { kind: 'link', target: await readlink(via), facts }, facts };
	if (!stats.isFile()) return stats.isDirectory() ? NOT_RESTORED.folderThere : NOT_RESTORED.oddThere;
	const mode = permissionsOf(stats.mode);
	const common = { kind: 'file', mode, size: Number(stats.size), from: 'nowhere', facts } as const;
	if (task.expected?.kind === 'file' && task.expected.mark !== undefined) {
		return { entry: { ...common, mark: markOf(facts) }, facts };
	}
	const read = await readRegular(path, MOST_COMPARED_BYTES, via);
	if (typeof read === 'string') return `it ${read}`;
	const blob = task.blobOf?.(read.bytes);
	return { entry: { ...common, mode: read.mode, sha: shaOf(read.bytes), ...defined({ blob }) }, facts: read.facts };
}

function lstatOrNull(path: string): Promise<BigIntStats | null> {
	return lstat(path, { bigint: true }).catch(whenMissing(null));
}

async function isStill(path: string, facts: FileFacts | null): Promise<boolean> {
	const stats = await lstatOrNull(path);
	return facts === null || stats === null ? facts === null && stats === null : isSameFacts(facts, factsOf(stats));
}

/** Removes folders that became empty, unless they existed before. */
async function removeEmptied(folders: readonly OpenFolder[], names: readonly string[], since: number): Promise<void> {
	for (let depth = folders.length - 1; depth > 0; depth -= 1) {
		const path = `${folders[depth - 1]?.base ?? ''}/${names[depth - 1] ?? ''}`;
		const stats = await lstatOrNull(path);
		const isNew = stats !== null && stats.birthtimeNs > 0n && millisecondsOf(stats.birthtimeNs) >= since - CLOCK_SLACK;
		if (!isNew) return;
		try {
			await rmdir(path);
		} catch {
			// It is not empty, and so are its parents.
			return;
		}
	}
}
