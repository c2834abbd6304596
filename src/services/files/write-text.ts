import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { applyFormat, type TextFormat } from '../../core/text/text-format.js';
import { errnoOf, whenMissing } from '../errno.js';
import { FILES, fileFailure } from './file-failure.js';
import { oddKind, openFolder, openForReading } from './open-for-reading.js';
import { foreignKind, formatOf } from './read-text.js';
import { replaceFile } from './replace-file.js';
import type { ResolvedPath } from './resolve-path.js';
import { type Reached, throughParents } from './through-parents.js';

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
	const { real, missing } = target;
	const names = missing.length === 0 ? [basename(real)] : missing;
	const root = names.reduce((path) => dirname(path), real);
	const how = {
		...{ open: opener, isMaking: true, isDone: ({ ok }: Result<void>) => ok },
		orElse: (_: string | null, error?: unknown) =>
			error === undefined ? FILES.moved(where) : fileFailure(error, where, 'write'),
	};
	try {
		return await throughParents<Result<void>>(root, names.join('/'), how, (reached) =>
			replaceText(reached, where, content),
		);
	} catch (error) {
		return fileFailure(error, where, 'write');
	}
}

async function replaceText({ via: path, folders }: Reached, where: string, content: string): Promise<Result<void>> {
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
	await folders
		.at(-1)
		?.handle.sync()
		.catch(() => {});
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
