import { type FileHandle, lstat, readlink } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path/posix';
import { type Result, succeed } from '../../../core/failure.js';
import { whenMissing } from '../../errno.js';
import { FILES } from '../file-failure.js';
import { MOST_LINKS, namesOf, type ResolvedPath, resolveBy, show } from '../resolve-path.js';
import { below, openFolderAt, openViewRoot } from './open-in-view.js';

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
