import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.js';
import { isThere } from '../../files/what-is-there.js';
import { makePrivateFolder } from '../../state/private-folder.js';

/**
 * Stores the file that pins an install's whole tree, for later installs of this version, unless there is one. Throws
 * the system's error.
 */
export async function keepTree(
	{ folder, trees }: { readonly folder: string; readonly trees: string },
	file: string,
): Promise<void> {
	if (await isThere(join(trees, file))) return;
	await makePrivateFolder(trees);
	await replaceFile(join(trees, file), await readFile(join(folder, file)));
}
