import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Survey } from './workspace.js';

/** A line that holds a word that was looked for; `line` counts from 1. */
export type Hit = { readonly path: string; readonly line: number; readonly text: string };

const MOST_SEARCHED = 300;
const MOST_HITS = 12;

/** Looks for a word, whatever its case, in the text files of a survey. The first dozen lines are enough. */
export async function search(root: string, found: Survey, word: string, signal: AbortSignal): Promise<readonly Hit[]> {
	const hits: Hit[] = [];
	const wanted = word.toLowerCase();
	for (const { path, size } of found.files.slice(0, MOST_SEARCHED)) {
		if (size > 500_000) continue;
		signal.throwIfAborted();
		for (const [index, line] of (await linesOf(join(root, path))).entries()) {
			if (!line.toLowerCase().includes(wanted)) continue;
			hits.push({ path, line: index + 1, text: line.trim().slice(0, 120) });
			if (hits.length === MOST_HITS) return hits;
		}
	}
	return hits;
}

async function linesOf(path: string): Promise<readonly string[]> {
	try {
		const content = await readFile(path, 'utf8');
		return content.includes('\0') ? [] : content.split('\n');
	} catch {
		// Gone since the listing, or not ours to read: a search passes over it.
		return [];
	}
}
