import { readNames } from '../core/policy/command-reads.js';
import { viewCommand } from '../core/policy/command-view.js';
import type { CommandFact, LinkedWord } from '../core/policy/types.js';
import type { FilesPort } from '../core/ports.js';
import { foldersOf } from './command-folders.js';

const MOST_PATHS = 500;

/** Adds the folder of a command's names, and words that links resolve to other paths. `workspace`: links resolved. */
export async function withLinkTargets(command: CommandFact, workspace: string, files: FilesPort): Promise<CommandFact> {
	const { calls, inputs, outputs } = viewCommand(command);
	const words = new Set(
		[...readNames(calls), ...inputs, ...outputs].filter((word) => word !== null && mayBePath(word)),
	);
	const startsIn = command.cwd?.real ?? workspace;
	const folders = foldersOf(calls, startsIn);
	if (folders === null || words.size * folders.length > MOST_PATHS) return { ...command, startsIn, links: null };
	const links: LinkedWord[] = [];
	for (const word of words) {
		if (word === null) continue;
		for (const from of word.startsWith('/') ? [''] : folders) {
			const given = word.startsWith('/') ? word : `${from}/${word}`;
			const path = await files.inspect(given);
			// A link through /proc may lead to any file, even a protected one.
			if (path.real === null || (await climbsFromLink(given, files))) return { ...command, startsIn, links: null };
			if (path.isInside && path.real !== normalPath(given)) links.push({ word, path });
		}
	}
	return links.length === 0 ? { ...command, startsIn } : { ...command, startsIn, links };
}

/** `..` behind a link leads up from the link's target. */
async function climbsFromLink(path: string, files: FilesPort): Promise<boolean> {
	for (const { index } of path.matchAll(/\/\.\.(?=\/|$)/g)) {
		const before = normalPath(path.slice(0, index));
		if ((await files.inspect(before)).real !== before) return true;
	}
	return false;
}

/** Options name no file; their values were taken out before. */
function mayBePath(word: string): boolean {
	return word !== '' && !word.startsWith('-') && !/[\n\0]/.test(word) && !isTooLongForName(word);
}

/** Resolves `.`, `..` and doubled slashes lexically; links are not followed. */
export function normalPath(path: string): string {
	const names: string[] = [];
	for (const name of path.split('/')) {
		if (name === '..') names.pop();
		else if (name !== '' && name !== '.') names.push(name);
	}
	return `/${names.join('/')}`;
}

/** Bytes of the longest file name of any file system: a longer word is text. */
const MOST_NAME_BYTES = 255;
const encoder = new TextEncoder();

/** True for a word that cannot be a path, such as a program in an argument. */
export function isTooLongForName(word: string): boolean {
	return word.split('/').some((name) => encoder.encode(name).length > MOST_NAME_BYTES);
}
