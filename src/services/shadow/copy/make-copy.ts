import { lstatSync } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { type Result, succeed } from '../../../core/failure.js';
import { systemError } from '../../errno.js';
import { createPace } from '../../snapshots/pace.js';
import { SHADOW } from '../shadow-messages.js';
import { lookAtSide } from '../side.js';
import { CopyBase } from './base.js';
import { copyFolder } from './copy-backend.js';
import { copyInto } from './copy-entry.js';

const MOST_FILES = 100_000;
const MOST_BYTES = 4 * 1024 * 1024 * 1024;
const WIDTH = 8;

/**
 * Copies a whole workspace, also what git ignores: builds and tests need it. `why` says why there is no overlay.
 * Returns the number of files; fails for a too large workspace, before much of it is copied.
 */
export async function makeCopy(folder: string, real: string, why: string): Promise<Result<number>> {
	const layer = copyFolder(folder);
	const base = CopyBase.empty(folder);
	try {
		const listed = await listFiles(real);
		if (typeof listed === 'string') return SHADOW.tooLarge(why, listed);
		await mkdir(layer, { mode: 0o700 });
		const rest = listed.folders[Symbol.iterator]();
		for (const path of rest) await copyOne(path);
		const files = listed.files[Symbol.iterator]();
		const worker = async (): Promise<void> => {
			for (const path of files) await copyOne(path);
		};
		await Promise.all(Array.from({ length: WIDTH }, worker));
		await chmod(layer, (await stat(real)).mode & 0o777);
		await base.save();
		return succeed(listed.files.length);
	} catch (error) {
		const { code, why: reason } = systemError(error);
		return { ok: false, failure: { ...SHADOW.notCopied(reason).failure, code } };
	}

	async function copyOne(path: string): Promise<void> {
		const copied = await copyInto(layer, real, path);
		// What went meanwhile, and pipes and sockets, are left out.
		if (typeof copied !== 'string') base.same(path, copied.view, copied.real);
	}
}

async function listFiles(
	root: string,
): Promise<{ readonly folders: readonly string[]; readonly files: readonly string[] } | string> {
	const folders: string[] = [];
	const files: string[] = [];
	let bytes = 0n;
	const pace = createPace();
	const device = lstatSync(root, { bigint: true }).dev;
	const queue = [''];
	for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
		const at = folder === '' ? root : `${root}/${folder}`;
		if (lstatSync(at, { bigint: true }).dev !== device) continue;
		for (const name of await readdir(at)) {
			await pace();
			const path = folder === '' ? name : `${folder}/${name}`;
			const side = lookAtSide(`${root}/${path}`);
			if (side?.kind === 'folder') {
				folders.push(path);
				queue.push(path);
			} else if (side !== null) {
				files.push(path);
				bytes += side.facts?.size ?? 0n;
			}
			if (files.length > MOST_FILES) return `${MOST_FILES} files`;
			if (bytes > BigInt(MOST_BYTES)) return '4 GB';
		}
	}
	return { folders, files };
}
