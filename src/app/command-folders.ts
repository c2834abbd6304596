import { baseName, type LooseCall } from '../core/policy/command-view.js';
import { joinFolder } from '../core/policy/shell/line-folders.js';

/** Of a line that may be in more folders than these nobody looks at each. */
const MOST_FOLDERS = 16;

/**
 * The folders, absolute, that a command's names may count from: where it starts, and where its `cd`s lead, each done
 * or not. Null where these are too many.
 */
export function foldersOf(calls: readonly LooseCall[], start: string): readonly string[] | null {
	let folders: readonly string[] = [start];
	for (const [program, ...words] of calls) {
		if (!/^(?:cd|pushd)$/.test(baseName(program ?? ''))) continue;
		const target = words.find((word) => word !== null && !/^-[LPe@]*$/.test(word));
		if (typeof target !== 'string') continue;
		folders = [...new Set([...folders, ...folders.map((folder) => joinFolder(folder, target))])];
		if (folders.length > MOST_FOLDERS) return null;
	}
	return folders;
}
