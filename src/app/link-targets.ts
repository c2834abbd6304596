import { readNames } from '../core/policy/command-reads.js';
import { type LooseCall, viewCommand } from '../core/policy/command-view.js';
import type { CommandFact, PathFact } from '../core/policy/types.js';
import type { FilesPort } from '../core/ports.js';
import { normalPath } from './normal-path.js';

/** More paths than these are not looked at one by one. */
const MOST_PATHS = 500;

/**
 * Adds where a command's names count from, and those of its words that lead by links to another path than they
 * name: a rule for paths knows files by where they are. `workspace` has its links resolved.
 */
export async function withLinkTargets(command: CommandFact, workspace: string, files: FilesPort): Promise<CommandFact> {
	const { calls, heads, inputs, outputs } = viewCommand(command);
	const words = new Set(
		[...readNames(calls), ...inputs, ...outputs].filter((word) => word !== null && mayBePath(word)),
	);
	const startsIn = command.cwd?.real ?? workspace;
	const folders = foldersOf(heads, startsIn);
	if (words.size * folders.length > MOST_PATHS) return { ...command, startsIn, links: null };
	const paths = new Set(
		[...words].flatMap((word) => (word?.startsWith('/') ? [word] : folders.map((folder) => `${folder}/${word}`))),
	);
	const links: PathFact[] = [];
	for (const path of paths) {
		const fact = await files.inspect(path);
		if (fact.real !== null && fact.isInside && fact.real !== normalPath(path)) links.push(fact);
	}
	return links.length === 0 ? { ...command, startsIn } : { ...command, startsIn, links };
}

/** Where it starts, and where `cd` leads. */
function foldersOf(heads: readonly LooseCall[], start: string): readonly string[] {
	const folders = [start];
	for (const [program, folder] of heads) {
		if (program !== 'cd' || typeof folder !== 'string' || folders.length > MOST_PATHS) continue;
		folders.push(folder.startsWith('/') ? folder : normalPath(`${folders.at(-1)}/${folder}`));
	}
	return folders;
}

/** Options name no file; their values were taken out of them. */
function mayBePath(word: string): boolean {
	return word !== '' && !word.startsWith('-') && !/[\n\0]/.test(word);
}
