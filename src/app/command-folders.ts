import { baseName, type LooseCall } from '../core/policy/command-view.js';
import { innerLine } from '../core/policy/read-only/wrappers.js';
import { literalWords } from '../core/policy/shell/inspect.js';
import { joinFolder } from '../core/policy/shell/line-folders.js';
import { partsOfLine } from '../core/policy/shell/line-parts.js';
import { parseShell } from '../core/policy/shell/parser.js';

const MOST_FOLDERS = 16;

/** Absolute folders that a command's names may be relative to: its start, and targets of its `cd`s. Null: too many. */
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

/** Like {@link foldersOf}, for a line of which it is known what is behind `&&` (`cd src && ls && cd ..`). */
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
