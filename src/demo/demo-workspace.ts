import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from './demo-files.js';

/** A file of the workspace: its path relative to it, with `/`, and its size in bytes. */
export type FileFact = { readonly path: string; readonly size: number };

/** Files that were found; `isCut` when there was more than was worth walking. */
export type Survey = { readonly files: readonly FileFact[]; readonly isCut: boolean };

const MOST_FILES = 2_000;
const DEEPEST = 8;
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'target', 'vendor', '__pycache__', 'coverage']);

const LANGUAGES: readonly (readonly [string, RegExp])[] = [
	['TypeScript', /\.tsx?$/i],
	['JavaScript', /\.([cm]?js|jsx)$/i],
	['Python', /\.py$/i],
	['Go', /\.go$/i],
	['Rust', /\.rs$/i],
	['Java', /\.java$/i],
	['Kotlin', /\.kt$/i],
	['Ruby', /\.rb$/i],
	['PHP', /\.php$/i],
	['C', /\.[ch]$/i],
	['C++', /\.cpp$/i],
	['C#', /\.cs$/i],
	['Swift', /\.swift$/i],
	['shell', /\.sh$/i],
	['CSS', /\.css$/i],
	['HTML', /\.html$/i],
];

/** Walks the directory, shallow files first. Hidden directories, dependencies, build output and links are left out. */
export async function survey(root: string, signal: AbortSignal): Promise<Survey> {
	const files: FileFact[] = [];
	let level = [''];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
		const next: string[] = [];
		for (const folder of level) {
			signal.throwIfAborted();
			for (const entry of await entriesOf(join(root, folder))) {
				const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
				if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) next.push(path);
				if (!entry.isFile()) continue;
				if (files.length === MOST_FILES) return { files, isCut: true };
				files.push({ path, size: await sizeOf(join(root, path)) });
			}
		}
		level = next;
	}
	return { files, isCut: level.length > 0 };
}

function languageOf(path: string): string | null {
	return LANGUAGES.find(([, name]) => name.test(path))?.[0] ?? null;
}

export function languagesOf(found: Survey): readonly { readonly name: string; readonly files: number }[] {
	const counts = new Map<string, number>();
	for (const { path } of found.files) {
		const name = languageOf(path);
		if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return [...counts].map(([name, files]) => ({ name, files })).sort((a, b) => b.files - a.files);
}

/** The biggest source files, biggest first; generated monsters are left out. */
export function biggestSources(found: Survey, limit: number): readonly FileFact[] {
	const readable = found.files.filter(({ path, size }) => languageOf(path) !== null && size < 500_000);
	return readable.sort((a, b) => b.size - a.size).slice(0, limit);
}

/** The file that says what the project is: a README, else the biggest source file, else any file; null in an empty place. */
export function frontFile(found: Survey): string | null {
	const readme = found.files.find(({ path }) => /^readme(\.(md|markdown|txt|rst|adoc))?$/i.test(path));
	return readme?.path ?? biggestSources(found, 1)[0]?.path ?? found.files[0]?.path ?? null;
}

export async function isGitWorkTree(cwd: string): Promise<boolean> {
	if (await isThere(join(cwd, '.git'))) return true;
	return dirname(cwd) !== cwd && isGitWorkTree(dirname(cwd));
}

async function entriesOf(folder: string) {
	try {
		const entries = await readdir(folder, { withFileTypes: true });
		return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch {
		// A directory that cannot be read, or is gone by now, has nothing to tell.
		return [];
	}
}

async function sizeOf(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch {
		// Removed between the listing and now.
		return 0;
	}
}
