import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.js';
import type { FileFacts } from '../../snapshots/entry.js';

/** One change of the workspace; paths are relative to it. Idempotent. */
export type Step =
	/** `temporary` replaces what is at `path`, which is kept at `keepAt` where that is a path. */
	| {
			readonly type: 'write';
			readonly path: string;
			readonly temporary: string;
			readonly expected: FileFacts | null;
			readonly keepAt: string | null;
			/** Of a file too large to be compared by content: the view's facts when it was copied, and the copy's. */
			readonly large?: { readonly view: FileFacts; readonly staged: FileFacts };
	  }
	| {
			readonly type: 'remove';
			readonly path: string;
			readonly expected: FileFacts;
			readonly keepAt: string | null;
			/** The new path of a rename: the old one stays when the new one did not get there. */
			readonly after?: string;
	  }
	| { readonly type: 'folder'; readonly path: string }
	| { readonly type: 'mode'; readonly path: string; readonly mode: number }
	| { readonly type: 'remove-folder'; readonly path: string };

/**
 * The journal of an apply. In phase `staging` the workspace is unchanged but for temporary files; from phase `commit`
 * on the steps are completed, by the next process if need be. In phase `done` they were, but for `left`, and only
 * cleaning up remains. One whose root is the view is of a part that was to be discarded: `staging` alone.
 */
export type Journal = {
	readonly root: string;
	readonly phase: 'staging' | 'commit' | 'done';
	readonly paths: readonly string[];
	readonly temporaries: readonly string[];
	readonly steps: readonly Step[];
	readonly left?: readonly (readonly [path: string, reason: string])[];
};

const FILE = 'journal.json';
const VERSION = 1;

/** Syncs the journal to the disk before any step. Throws the system's error. */
export function writeJournal(folder: string, journal: Journal): Promise<void> {
	const text = JSON.stringify({ version: VERSION, ...journal }, (_, value: unknown) =>
		typeof value === 'bigint' ? `${value}n` : value,
	);
	return replaceFile(join(folder, FILE), text);
}

/** Null without one. It is ours and whole, as a rename puts it in place. */
export async function readJournal(folder: string): Promise<Journal | null> {
	const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
	if (text === null) return null;
	const journal = JSON.parse(text, (key, value: unknown) =>
		FACTS.has(key) && typeof value === 'string' ? BigInt(value.slice(0, -1)) : value,
	) as Journal & { readonly version: number };
	return journal.version === VERSION ? journal : null;
}

export function removeJournal(folder: string): Promise<void> {
	return rm(join(folder, FILE), { force: true });
}

const FACTS: ReadonlySet<string> = new Set(['ino', 'size', 'mtimeNs', 'ctimeNs']);
