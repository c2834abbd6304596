import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.js';
import type { FileFacts } from '../../snapshots/entry.js';

/** One thing that is done to the workspace; paths are relative to it. Each can be done again when it was done already. */
export type Step =
	/** `temporary` takes the place of what is at `path`; where `keepAt` is a path, that stays there under it. */
	| {
			readonly type: 'write';
			readonly path: string;
			readonly temporary: string;
			/** What the workspace must still hold there; null: nothing. */
			readonly expected: FileFacts | null;
			readonly keepAt: string | null;
			/** Of a file that is too large to be compared by content: the view's as it was copied, and the copy. */
			readonly large?: { readonly view: FileFacts; readonly staged: FileFacts };
	  }
	| {
			readonly type: 'remove';
			readonly path: string;
			readonly expected: FileFacts;
			readonly keepAt: string | null;
			/** The new place of what was renamed: it stays where it was when it did not get there. */
			readonly after?: string;
	  }
	| { readonly type: 'folder'; readonly path: string }
	| { readonly type: 'mode'; readonly path: string; readonly mode: number }
	/** Removes a folder if nothing is in it. */
	| { readonly type: 'remove-folder'; readonly path: string };

/**
 * What is being done to a workspace. In phase `staging` nothing of it has been changed, and only the temporary files
 * may be there; from phase `commit` on it is carried out to its end, by whoever comes next if need be. In phase `done` it
 * was, but for `left`, and is only to be cleared away.
 */
export type Journal = {
	readonly root: string;
	readonly phase: 'staging' | 'commit' | 'done';
	/** Paths that are written or removed, for the view. */
	readonly paths: readonly string[];
	readonly temporaries: readonly string[];
	readonly steps: readonly Step[];
	/** Paths whose step could not be carried out, with the reason. */
	readonly left?: readonly (readonly [path: string, reason: string])[];
};

const FILE = 'journal.json';
const VERSION = 1;

/** Writes it to the disk before anything is done. Throws what the system says. */
export function writeJournal(folder: string, journal: Journal): Promise<void> {
	const text = JSON.stringify({ version: VERSION, ...journal }, (_, value: unknown) =>
		typeof value === 'bigint' ? `${value}n` : value,
	);
	return replaceFile(join(folder, FILE), text);
}

/** What a program left; null: nothing. Written by us and whole, as it is put in place by a rename. */
export async function readJournal(folder: string): Promise<Journal | null> {
	const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
	if (text === null) return null;
	const journal = JSON.parse(text, (key, value: unknown) =>
		FACTS.has(key) && typeof value === 'string' ? BigInt(value.slice(0, -1)) : value,
	) as Journal & { readonly version: number };
	return journal.version === VERSION ? journal : null;
}

/** It is done. */
export function removeJournal(folder: string): Promise<void> {
	return rm(join(folder, FILE), { force: true });
}

const FACTS: ReadonlySet<string> = new Set(['ino', 'size', 'mtimeNs', 'ctimeNs']);
