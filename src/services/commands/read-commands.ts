import { createHash } from 'node:crypto';
import { type Dirent, realpathSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nameProblem } from '../../core/commands/command-names.js';
import type { CommandPlace, OwnCommand } from '../../core/commands/own-command.js';
import { readGemini, readMarkdown } from '../../core/commands/read-command.js';
import { systemError } from '../errno.js';
import { isWithin } from '../files/path-inside.js';
import { readBounded } from '../files/read-bounded.js';

/** A folder of command files. `within`: a project's folder, which no link may lead out of. */
export type CommandFolder = { readonly folder: string; readonly place: CommandPlace; readonly within?: string };

type FoundFile = { readonly file: string; readonly name: string };
type ReadFile = Pick<OwnCommand, 'hash' | 'text' | 'definition'>;

const MOST_FILES = 300;
const MOST_FOLDERS = 100;
const DEEPEST = 4;
const MOST_BYTES = 64 * 1024;

/** Reads command files; one that is as it was is not read again. */
export class CommandFiles {
	readonly #known = new Map<string, { readonly version: string; readonly read: ReadFile }>();

	/** The commands of a folder by their names; empty where it is missing. Never throws. */
	async read(folder: CommandFolder): Promise<readonly Omit<OwnCommand, 'waits'>[]> {
		const ending = folder.place.startsWith('gemini') ? '.toml' : '.md';
		const files = await find(folder, ending);
		return Promise.all(
			files.map(async ({ file, name }) => ({
				name,
				place: folder.place,
				file,
				...(await this.#readFile(file, name, folder)),
			})),
		);
	}

	async #readFile(file: string, name: string, { place, within }: CommandFolder): Promise<ReadFile> {
		try {
			const real = await realpath(file);
			if (within !== undefined && !isWithin(await realpath(within), real))
				return unusable('a link leads out of the project');
			const { dev, ino, size, mtimeMs, ctimeMs } = await stat(real);
			const version = [real, dev, ino, size, mtimeMs, ctimeMs].join(' ');
			const known = this.#known.get(file);
			if (known?.version === version) return known.read;
			const read = await readCommand(real, name, place);
			this.#known.set(file, { version, read });
			return read;
		} catch (error) {
			return unusable(systemError(error).why);
		}
	}
}

async function readCommand(file: string, name: string, place: CommandPlace): Promise<ReadFile> {
	const bytes = await readBounded(file, MOST_BYTES);
	if (bytes === 'not-a-file') return unusable('it is not a file');
	if (bytes === 'too-large') return unusable(`it is larger than ${MOST_BYTES / 1024} KiB`);
	const text = decode(bytes);
	if (text === null) return unusable('it is not a text');
	const hash = createHash('sha256').update(bytes).digest('hex');
	const problem = nameProblem(name);
	const definition =
		problem !== null ? { problem } : file.endsWith('.toml') ? await readToml(text) : readMarkdown(text, place);
	return { hash, text, definition };
}

async function readToml(text: string): Promise<OwnCommand['definition']> {
	const { parse } = await import('smol-toml');
	try {
		return readGemini(parse(text, { maxDepth: 20 }));
	} catch (error) {
		return { problem: `it is not TOML: ${String(error).split('\n', 1)[0]}` };
	}
}

function decode(bytes: Uint8Array): string | null {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return text.includes('\0') ? null : text;
	} catch {
		// Bytes of another encoding, or of a program.
		return null;
	}
}

function unusable(problem: string): ReadFile {
	return { hash: '', text: '', definition: { problem } };
}

/** Files below a folder, names of folders before theirs with `:`; hidden ones are passed over. */
async function find({ folder, within }: CommandFolder, ending: string): Promise<readonly FoundFile[]> {
	const found: FoundFile[] = [];
	const seen = new Set<string>();
	let level = [{ path: folder, prefix: '' }];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
		const next: typeof level = [];
		for (const { path, prefix } of level) {
			if (seen.size >= MOST_FOLDERS) break;
			const real = await realpath(path).catch(() => null);
			// A folder that leads to itself, or out of the project.
			if (real === null || seen.has(real) || (within !== undefined && !isWithin(realpathSync(within), real))) continue;
			seen.add(real);
			for (const entry of await entriesOf(path)) {
				const { name } = entry;
				if (name.startsWith('.')) continue;
				if (name.endsWith(ending) && !entry.isDirectory()) {
					if (found.length >= MOST_FILES) return found;
					found.push({ file: join(path, name), name: `${prefix}${name.slice(0, -ending.length)}` });
				} else if (entry.isDirectory() || entry.isSymbolicLink())
					next.push({ path: join(path, name), prefix: `${prefix}${name}:` });
			}
		}
		level = next;
	}
	return found;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
	try {
		const entries = await readdir(folder, { withFileTypes: true });
		return entries.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, 10 * MOST_FILES);
	} catch {
		// Missing, not allowed, or a link to a file.
		return [];
	}
}
