import { readNames } from '../core/policy/command-reads.js';
import { viewCommand } from '../core/policy/command-view.js';
import type { CommandFact, PathFact } from '../core/policy/types.js';
import type { FilesPort } from '../core/ports.js';
import { foldersOf } from './command-folders.js';
import { isTooLongForName, normalPath } from './normal-path.js';

/** More paths than these are not looked at one by one. */
const MOST_PATHS = 500;

/**
 * Adds where a command's names count from, and those of its words that lead by links to another path than they
 * name: a rule for paths knows files by where they are. `workspace` has its links resolved.
 */
export async function withLinkTargets(command: CommandFact, workspace: string, files: FilesPort): Promise<CommandFact> {
	const { calls, inputs, outputs } = viewCommand(command);
	const words = new Set(
		[...readNames(calls), ...inputs, ...outputs].filter((word) => word !== null && mayBePath(word)),
	);
	const startsIn = command.cwd?.real ?? workspace;
	const folders = foldersOf(calls, startsIn);
	if (folders === null || words.size * folders.length > MOST_PATHS) return { ...command, startsIn, links: null };
	const paths = new Set(
		[...words].flatMap((word) => (word?.startsWith('/') ? [word] : folders.map((folder) => `${folder}/${word}`))),
	);
	const links: PathFact[] = [];
	for (const path of paths) {
		const fact = await files.inspect(path);
		// A link through /proc may lead to any file, one that a rule protects as well.
		if (fact.real === null) return { ...command, startsIn, links: null };
		if (fact.isInside && fact.real !== normalPath(path)) links.push(fact);
	}
	return links.length === 0 ? { ...command, startsIn } : { ...command, startsIn, links };
}

/** Options name no file; their values were taken out of them. */
function mayBePath(word: string): boolean {
	return word !== '' && !word.startsWith('-') && !/[\n\0]/.test(word) && !isTooLongForName(word);
}
