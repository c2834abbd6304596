import { baseName, type LooseCall } from '../core/policy/command-view.js';
import { innerLine } from '../core/policy/read-only/wrappers.js';
import { literalWords } from '../core/policy/shell/inspect.js';
import { joinFolder } from '../core/policy/shell/line-folders.js';
import { partsOfLine } from '../core/policy/shell/line-parts.js';
import { parseShell } from '../core/policy/shell/parser.js';

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

/** The same for a line of which it is known what is behind `&&` (`cd src && ls && cd ..`): those that a command of it runs in. */
export function foldersOfLine(
	line: string | undefined,
	calls: readonly LooseCall[],
	start: string,
): readonly string[] | null {
	const program = line === undefined ? null : parseShell(line);
	const found = program === null ? { because: '' } : partsOfLine(program);
	if ('because' in found) return foldersOf(calls, start);
	const isShell = found.parts.some(({ command }) => innerLine(literalWords(command.words) ?? []) !== null);
	if (isShell || found.parts.some(({ folders }) => folders === null)) return foldersOf(calls, start);
	const folders = new Set(found.parts.flatMap((part) => part.folders ?? []).map((folder) => joinFolder(start, folder)));
	return folders.size > MOST_FOLDERS ? null : [...folders];
}
