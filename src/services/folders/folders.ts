import { access, constants, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FoldersPort } from '../../core/ports.js';
import { Serial } from '../../core/serial.js';
import { isMissing, systemError } from '../errno.js';
import { addFolder, type FolderPlaces } from './additional-directories.js';
import { FOLDERS } from './messages.js';

export function createFolders(places: FolderPlaces, initial: readonly string[]): FoldersPort {
	let directories = initial;
	const serial = new Serial();
	const absolute = (path: string): string =>
		/^~(?=\/|$)/.test(path) ? join(places.home, path.slice(1)) : resolve(places.workspace, path);
	return {
		list: () => directories,
		add(path) {
			// One after another: each is checked against those before.
			return serial.run(async () => {
				const added = await addFolder(absolute(path), directories, places);
				if (added.ok) directories = added.value.directories;
				return added;
			});
		},
		async unusable() {
			const reasons = await Promise.all(directories.map(whyUnusable));
			return directories.flatMap((folder, index) => {
				const because = reasons[index] ?? null;
				return because === null ? [] : [{ folder, because }];
			});
		},
	};
}

async function whyUnusable(folder: string): Promise<string | null> {
	try {
		const facts = await stat(folder);
		if (!facts.isDirectory()) return FOLDERS.noLongerFolder;
		await access(folder, constants.R_OK | constants.X_OK);
		return null;
	} catch (error) {
		return isMissing(error) ? FOLDERS.gone : systemError(error).why;
	}
}
