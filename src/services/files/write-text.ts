import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { applyFormat, type TextFormat } from '../../core/text/text-format.js';
import { errnoOf, whenMissing } from '../errno.js';
import { FILES, fileFailure } from './file-failure.js';
import { closeFolders, type OpenFolder, oddKind, openFolder, openForReading, removeMade } from './opened.js';
import { foreignKind, formatOf } from './read-text.js';
import { replaceFile } from './replace-file.js';
import type { ResolvedPath } from './resolve-path.js';

const FORM_BYTES = 1024 * 1024;
const PERMISSION_BITS = 0o777;

/**
 * Writes a text to a resolved path: folders are made one by one inside the open parent, the text goes to a temporary
 * file beside the target, which it replaces at the end. After a failure the old file is unchanged and neither a
 * temporary file nor a new folder is left. `opener` opens folders by their resolved path, or by a name in an open
 * folder.
 */
export async function writeText(
	target: ResolvedPath,
	where: string,
	content: string,
	opener: typeof openFolder = openFolder,
): Promise<Result<void>> {
	const folders = target.missing.slice(0, -1);
	const start = target.missing.reduce((path) => dirname(path), target.real);
	let realFolder = target.missing.length === 0 ? dirname(target.real) : start;
	const open: OpenFolder[] = [];
	const made: string[] = [];
	let isWritten = false;
	try {
		let folder = await opener(realFolder, realFolder);
		for (const name of folders) {
			if (folder === null) return FILES.moved(where);
			open.push(folder);
			const path = join(folder.base, name);
			if (await makeFolder(path)) made.push(path);
			realFolder = join(realFolder, name);
			folder = await opener(realFolder, path);
		}
		if (folder === null) return FILES.moved(where);
		open.push(folder);
		const name = target.real.slice(realFolder.length).replace(/^[\\/]/, '');
		const result = await replaceText(folder, name, where, content);
		isWritten = result.ok;
		return result;
	} catch (error) {
		return fileFailure(error, where, 'write');
	} finally {
		if (!isWritten) await removeMade(made);
		await closeFolders(open);
	}
}

async function makeFolder(path: string): Promise<boolean> {
	try {
		await mkdir(path);
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		throw error;
	}
}

async function replaceText(folder: OpenFolder, name: string, where: string, content: string): Promise<Result<void>> {
	const path = join(folder.base, name);
	const old = await lstat(path).catch(whenMissing(null));
	const odd = old === null ? null : oddKind(old);
	if (odd !== null) return FILES.notAFile(where, odd);
	let format: TextFormat | null = null;
	if (old !== null) {
		// Renaming needs no permission of the old file, but a file that was made read-only is meant to stay.
		await access(path, constants.W_OK);
		const head = await readHead(path);
		if (foreignKind(head) === 'UTF-16 text') return FILES.notText(where, 'UTF-16 text');
		format = formatOf(head);
	}
	// A private file must not be readable under its temporary name either.
	await replaceFile(path, applyFormat(content, format), {
		mode: old === null ? 0o666 : 0o600,
		adjust: old === null ? undefined : (handle) => keepOwnerAndMode(handle, old),
	});
	// Not every file system can flush a folder; the file itself is safe already.
	await folder.handle.sync().catch(() => {});
	return succeed(undefined);
}

async function keepOwnerAndMode(handle: FileHandle, old: Stats): Promise<void> {
	const mine = await handle.stat();
	if (mine.uid !== old.uid || mine.gid !== old.gid) {
		// Only root may give files away; a file in a shared folder then becomes ours.
		await handle.chown(old.uid, old.gid).catch(() => {});
	}
	await handle.chmod(old.mode & PERMISSION_BITS);
}

async function readHead(path: string): Promise<Buffer> {
	await using handle = await openForReading(path).catch((error: unknown) => {
		if (errnoOf(error) === 'EACCES') return null;
		throw error;
	});
	if (handle === null) {
		// Writable but not readable: there is no format to learn.
		return Buffer.alloc(0);
	}
	const size = Math.min((await handle.stat()).size, FORM_BYTES);
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
	return buffer.subarray(0, bytesRead);
}
