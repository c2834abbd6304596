import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errnoOf, whenMissing } from '../errno.js';

const MODE = 0o700;

/**
 * Makes a private folder and its missing parents; an existing one is left as it is. Throws the system's error. Node's
 * own recursive `mkdir` never returns where the system refuses a new folder in an existing one, as in `/proc`.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
	const missing: string[] = [];
	for (let at = resolve(folder); !(await isFolder(at)); at = dirname(at)) missing.push(at);
	for (const path of missing.reverse()) {
		try {
			await mkdir(path, MODE);
		} catch (error) {
			if (!(isTaken(error) && (await isFolder(path)))) throw error;
		}
	}
}

/** {@link makePrivateFolder}, synchronously. */
export function makePrivateFolderSync(folder: string): void {
	const missing: string[] = [];
	for (let at = resolve(folder); !isFolderSync(at); at = dirname(at)) missing.push(at);
	for (const path of missing.reverse()) {
		try {
			mkdirSync(path, MODE);
		} catch (error) {
			if (!(isTaken(error) && isFolderSync(path))) throw error;
		}
	}
}

/** True when another process made the folder at the same time. */
function isTaken(error: unknown): boolean {
	return errnoOf(error) === 'EEXIST';
}

async function isFolder(path: string): Promise<boolean> {
	if (dirname(path) === path) return true;
	// A folder that cannot be read cannot be made either: the original error is reported.
	return stat(path).then((facts) => facts.isDirectory(), whenMissing(false));
}

function isFolderSync(path: string): boolean {
	if (dirname(path) === path) return true;
	try {
		return statSync(path).isDirectory();
	} catch (error) {
		return whenMissing(false)(error);
	}
}
