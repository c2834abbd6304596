import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isWithin } from '../../services/files/inside.js';
import { folderOf } from './places.js';

/** Files that are looked at, and bytes of one: what is larger counts by its size and date. */
const MOST_FILES = 100;
const MOST_BYTES = 64 * 1024 * 1024;

/** A program that a file of a project starts; `cwd` as it is written. */
export type StartedProgram = { readonly command: string; readonly args?: readonly string[]; readonly cwd?: string };

/** A file of a project that waits for the user's word before it counts. */
export type ProjectFile = {
	readonly file: string;
	/** SHA-256 of its bytes. */
	readonly hash: string;
	readonly programs: readonly StartedProgram[];
};

/**
 * What trust in a file is given to: the file as it is, and the files beside it or below that its agents and
 * MCP servers start (`./agent.sh`, `node ./agent.js`). What these load in turn is not looked at. `as` is the folder
 * that its own stands for: that of the same file in another work tree.
 */
export async function trustedHash(project: ProjectFile, as?: string): Promise<string> {
	const started = await startedFiles(project);
	if (started.length === 0) return project.hash;
	const hash = createHash('sha256').update(project.hash);
	const folder = await realpath(folderOf(project.file));
	const nameOf = (file: string): string => (as === undefined ? file : `${as}${file.slice(folder.length)}`);
	for (const file of started) hash.update(`\n${nameOf(file)}\n${await hashOf(file)}`);
	return hash.digest('hex');
}

async function startedFiles({ file, programs }: ProjectFile): Promise<readonly string[]> {
	const folder = await realpath(folderOf(file));
	const found = new Set<string>();
	for (const { command, args = [], cwd } of programs) {
		const places = [folder, ...(cwd === undefined ? [] : [resolve(folder, cwd)])];
		for (const word of [command, ...args].flatMap(withOptionValue)) {
			for (const place of places) {
				const path = await realpath(resolve(place, word)).catch(() => null);
				if (path === null || !isWithin(folder, path) || found.size >= MOST_FILES) continue;
				if ((await stat(path)).isFile()) found.add(path);
			}
		}
	}
	return [...found].sort();
}

/** `--import=./agent.js` names a file as well. */
function withOptionValue(word: string): readonly string[] {
	const value = /^-[^=]*=(.+)$/.exec(word)?.[1];
	return value === undefined ? [word] : [word, value];
}

async function hashOf(file: string): Promise<string> {
	const { size, mtimeMs } = await stat(file);
	if (size > MOST_BYTES) return `${size} ${mtimeMs}`;
	const hash = createHash('sha256');
	try {
		await pipeline(createReadStream(file), hash);
		return hash.digest('hex');
	} catch {
		// A file that cannot be read can be run all the same.
		return `${size} ${mtimeMs}`;
	}
}
