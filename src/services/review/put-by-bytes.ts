import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { bytesOf } from '../../core/edits/git-names.js';
import { errnoOf, systemError } from '../errno.js';
import { temporaryBeside, writeNewFile } from '../files/replace-file.js';
import { isSafeName } from '../snapshots/put-back.js';
import { NOT_RESTORED } from '../snapshots/snapshots-messages.js';
import { isSame, type Side, sideAt } from './versions.js';

/** Content of a file: bytes with permissions, or the target of a link. */
export type Content = { readonly bytes: Buffer; readonly mode: number } | { readonly target: Buffer };

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants;

/**
 * Puts a file with a name that is no text in its place, or a link with such a target, or removes it (null), where it
 * still is as expected. Returns null, or the reason why it was left alone. Only Linux has such names: each folder is
 * opened through the one above it, so that no link leads elsewhere.
 */
export async function putByBytes(
	top: string,
	path: string,
	expected: Side | null,
	content: Content | null,
): Promise<string | null> {
	const names = bytesOf(path)
		.toString('latin1')
		.split('/')
		.map((name) => Buffer.from(name, 'latin1'));
	if (process.platform !== 'linux' || !names.every((name) => isSafeName(name.toString()))) return NOT_RESTORED.oddName;
	const folders: FileHandle[] = [];
	try {
		let folder = await open(top, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
		folders.push(folder);
		for (const name of names.slice(0, -1)) {
			const at = within(folder, name);
			if (content !== null) await mkdir(at).catch(unlessThere);
			folder = await open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
			folders.push(folder);
		}
		const refusal = await putAt(within(folder, names.at(-1) ?? Buffer.alloc(0)), folder, expected, content);
		if (refusal === null && content === null) await removeEmptied(folders, names);
		return refusal;
	} catch (error) {
		return NOT_RESTORED.notWritten(systemError(error).why);
	} finally {
		await Promise.all(folders.map((each) => each.close()));
	}
}

async function putAt(
	at: Buffer,
	folder: FileHandle,
	expected: Side | null,
	content: Content | null,
): Promise<string | null> {
	const isExpected = (): boolean => isSame(sideAt(at, expected?.mode ?? ''), expected);
	if (!isExpected()) return NOT_RESTORED.changed;
	if (content === null) {
		await unlink(at);
		return null;
	}
	const temporary = temporaryBeside(`/proc/self/fd/${folder.fd}/x`);
	try {
		if ('target' in content) await symlink(content.target, temporary);
		else await writeNewFile(temporary, content.bytes, { adjust: (handle) => handle.chmod(content.mode) });
		if (!isExpected()) return NOT_RESTORED.changed;
		if (expected === null) await link(temporary, at);
		else await rename(temporary, at);
		return null;
	} finally {
		// After a rename it is not there.
		await unlink(temporary).catch(() => {});
	}
}

/** Removes the folders that became empty, as git does. */
async function removeEmptied(folders: readonly FileHandle[], names: readonly Buffer[]): Promise<void> {
	for (const [depth, folder] of [...folders.slice(0, -1).entries()].toReversed()) {
		try {
			await rmdir(within(folder, names[depth] ?? Buffer.alloc(0)));
		} catch {
			// Not empty: so are the folders above it.
			return;
		}
	}
}

function within({ fd }: FileHandle, name: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`/proc/self/fd/${fd}/`), name]);
}

function unlessThere(error: unknown): void {
	if (errnoOf(error) !== 'EEXIST') throw error;
}
