import { constants, type Dirent } from 'node:fs';
import { access, type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path/posix';
import { fail, type Result, succeed } from '../../core/failure.js';
import { errnoOf, whenMissing } from '../errno.js';
import type { Look } from '../programs/executable.js';
import { FILES, fileFailure } from './file-failure.js';
import type { FileAccess } from './files.js';
import { linksBehind } from './links-behind.js';
import { type OpenFolder, oddKind, openForReading } from './open-for-reading.js';
import { type ReadOptions, readOpened } from './read-text.js';
import { MOST_LINKS, namesOf, type ResolvedPath, resolveBy, show } from './resolve-path.js';
import { writeText } from './write-text.js';

const { O_DIRECTORY, O_NOFOLLOW } = constants;
/** Linux: opens a folder only to go on from it; needs no read permission. */
const O_PATH = 0o10000000;

/**
 * The root folder of a view of this machine, from outside: `/proc/PID/root` of a process in its mount namespace.
 * Everything below it is opened name by name, relative to the open folder and never through a link: an absolute link of
 * the view would lead to this process's root.
 */
export function openViewRoot(pid: number): Promise<FileHandle> {
	return open(`/proc/${pid}/root`, O_PATH | O_DIRECTORY);
}

export function below(folder: FileHandle, name: string): string {
	return `/proc/self/fd/${folder.fd}/${name}`;
}

/** Opens a folder by its name in an open one (`below`); throws `ELOOP` or `ENOTDIR` for anything else. */
export function openFolderAt(path: string): Promise<FileHandle> {
	return open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
}

export async function openByNames(pid: number, names: readonly string[]): Promise<OpenFolder | null> {
	let handle = await openViewRoot(pid);
	for (const name of names) {
		const folder = handle;
		try {
			handle = await openFolderAt(below(folder, name));
		} catch (error) {
			if (isSwapped(error)) return null;
			throw error;
		} finally {
			await folder.close();
		}
	}
	return { handle, base: `/proc/self/fd/${handle.fd}` };
}

/** A checked folder became a link or a file. */
export function isSwapped(error: unknown): boolean {
	const errno = errnoOf(error);
	return errno === 'ELOOP' || errno === 'ENOTDIR';
}

/** Resolves a path as a process in the view would: links resolve within the view. Fails like `resolvePath`. */
export function resolveInView(pid: number, given: string): Promise<Result<ResolvedPath>> {
	return resolveBy(async (path) => {
		const walk = new Walk(await openViewRoot(pid), path);
		try {
			return await walk.run();
		} finally {
			await walk.close();
		}
	}, given);
}

class Walk {
	readonly #given: string;
	readonly #root: FileHandle;
	#folders: { readonly name: string; readonly handle: FileHandle }[] = [];
	readonly #ahead: string[];
	#links = 0;

	constructor(root: FileHandle, given: string) {
		this.#root = root;
		this.#given = given;
		this.#ahead = namesOf(normalize(given)).reverse();
	}

	async run(): Promise<Result<ResolvedPath>> {
		for (let name = this.#ahead.pop(); name !== undefined; name = this.#ahead.pop()) {
			const end = name === '..' ? await this.#up() : await this.#into(name);
			if (end !== null) return end;
		}
		return this.#found([]);
	}

	async close(): Promise<void> {
		await this.#leave();
		await this.#root.close();
	}

	async #into(name: string): Promise<Result<ResolvedPath> | null> {
		if (name === 'proc' && this.#folders.length === 0) return FILES.inProc(show(this.#given));
		const folder = this.#folders.at(-1)?.handle ?? this.#root;
		const path = below(folder, name);
		const facts = await lstat(path).catch(whenMissing(null));
		if (facts === null) return this.#missing(name);
		if (facts.isSymbolicLink()) return this.#follow(await readlink(path));
		// Nothing is below a file.
		if (!facts.isDirectory()) {
			const [next] = this.#ahead.slice(-1);
			return next === undefined ? this.#found([name], true) : this.#missing(name);
		}
		this.#folders.push({ name, handle: await openFolderAt(path) });
		return null;
	}

	async #follow(target: string): Promise<Result<ResolvedPath> | null> {
		this.#links += 1;
		if (this.#links > MOST_LINKS) return FILES.linkLoop(show(this.#given));
		if (isAbsolute(target)) await this.#leave();
		this.#ahead.push(...namesOf(target).reverse());
		return null;
	}

	async #up(): Promise<null> {
		await this.#folders.pop()?.handle.close();
		return null;
	}

	#missing(name: string): Result<ResolvedPath> {
		const missing = [name, ...this.#ahead.toReversed()];
		return missing.includes('..') ? FILES.danglingLink(show(this.#given)) : this.#found(missing);
	}

	#found(names: readonly string[], isThere = false): Result<ResolvedPath> {
		const real = join('/', ...this.#folders.map(({ name }) => name), ...names);
		return succeed({ real, missing: isThere ? [] : names });
	}

	async #leave(): Promise<void> {
		const folders = this.#folders;
		this.#folders = [];
		await Promise.all(folders.map(({ handle }) => handle.close()));
	}
}

/**
 * The files that the processes of a mount namespace see, reached from outside. `pid` is a process in it, null once it
 * has ended. Nothing that an agent put there (links, folders that change during a walk) leads elsewhere.
 */
export function createViewAccess(pid: () => number | null): FileAccess {
	const inView = async <T>(use: (pid: number) => Promise<Result<T>>): Promise<Result<T>> => {
		const now = pid();
		return now === null
			? fail('internal', 'The agent’s view of the files is gone.', { hint: 'Restart the agent with /restart.' })
			: use(now);
	};
	return {
		resolve: (given) => inView((now) => resolveInView(now, given)),
		read: (real, where, options) => inView((now) => readInView(now, real, where, options)),
		write: (target, where, content) =>
			inView((now) => writeText(target, where, content, (real, via) => openFolder(now, real, via))),
		linksBehind: (pattern, areWords) => linksBehind(pattern, areWords, (folder) => readFolder(pid(), folder)),
	};
}

async function readInView(pid: number, real: string, where: string, options: ReadOptions): Promise<Result<string>> {
	try {
		const folder = await openByNames(pid, namesOf(dirname(real)));
		if (folder === null) return FILES.moved(where);
		await using _ = folder.handle;
		const path = `${folder.base}/${basename(real)}`;
		const odd = oddKind(await lstat(path));
		if (odd !== null) return FILES.notAFile(where, odd);
		await using handle = await openForReading(path);
		return await readOpened(handle, where, options);
	} catch (error) {
		return fileFailure(error, where, 'read');
	}
}

/** Opens a folder by its resolved path, or in an open one: `via` is then a path through its descriptor. */
async function openFolder(pid: number, real: string, via: string): Promise<OpenFolder | null> {
	if (via === real) return openByNames(pid, namesOf(real));
	try {
		const handle = await openFolderAt(via);
		return { handle, base: `/proc/self/fd/${handle.fd}` };
	} catch (error) {
		if (isSwapped(error)) return null;
		throw error;
	}
}

async function readFolder(pid: number | null, path: string): Promise<readonly Dirent[]> {
	if (pid === null) return [];
	const resolved = await resolveInView(pid, path);
	if (!resolved.ok || resolved.value.missing.length > 0) return [];
	const folder = await openByNames(pid, namesOf(resolved.value.real));
	if (folder === null) return [];
	await using _ = folder.handle;
	return await readdir(folder.base, { withFileTypes: true });
}

export async function lookInView(pid: number, path: string): Promise<Look> {
	const found = await kindInView(pid, path);
	return found === 'folder' ? 'no file' : found;
}

/** True for a folder of a view. */
export async function isFolderInView(pid: number, path: string): Promise<boolean> {
	return (await kindInView(pid, path)) === 'folder';
}

async function kindInView(pid: number, path: string): Promise<Look | 'folder'> {
	const resolved = await resolveInView(pid, path);
	if (!resolved.ok) return resolved.failure.code === 'no-permission' ? 'unreachable' : 'missing';
	const { real, missing } = resolved.value;
	if (missing.length > 0) return 'missing';
	if (real === '/') return 'folder';
	const folder = await openByNames(pid, namesOf(dirname(real))).catch(() => null);
	if (folder === null) return 'missing';
	await using _ = folder.handle;
	try {
		const place = `${folder.base}/${basename(real)}`;
		const facts = await lstat(place);
		if (facts.isDirectory()) return 'folder';
		if (!facts.isFile()) return 'no file';
		return await access(place, constants.X_OK).then(
			() => 'executable' as const,
			() => 'not executable' as const,
		);
	} catch {
		// The file was removed meanwhile.
		return 'missing';
	}
}
