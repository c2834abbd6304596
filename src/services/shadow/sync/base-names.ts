import { lstatSync } from 'node:fs';
import { Serial } from '../../../core/serial.js';
import { foldersAbove } from '../../files/path-inside.js';
import { entriesOf } from '../../files/what-is-there.js';
import { createPace } from '../../snapshots/pace.js';

/** A folder's names are unchanged while its time is. */
type Folder = { readonly ino: bigint; readonly mtimeNs: bigint; readonly names: ReadonlySet<string> };

/** Remembered names; further folders are unknown. */
const MOST_NAMES = 500_000;

/**
 * The names of all files and folders of the workspace at the beginning of a turn: a file missing later is then known to
 * have been deleted since, not never to have existed. Needs no look at single files.
 */
export class BaseNames {
	readonly #root: string;
	#folders = new Map<string, Folder>();
	readonly #scans = new Serial();
	#isClosed = false;

	constructor(root: string) {
		this.#root = root;
	}

	/** Rescans changed folders, in short slices beside other work. */
	scan(): void {
		this.#scans
			.run(() => this.#run())
			.catch(() => {
				// A name that could not be read is not known.
			});
	}

	settled(): Promise<void> {
		return this.#scans.settled();
	}

	close(): void {
		this.#isClosed = true;
	}

	/** Whether the path existed; null: unknown. */
	had(path: string): boolean | null {
		const names = path.split('/');
		const last = names.pop() ?? '';
		// A missing folder held nothing.
		for (let depth = 0; depth < names.length; depth += 1) {
			const above = this.#folders.get(names.slice(0, depth).join('/'));
			if (above === undefined) return null;
			if (!above.names.has(names[depth] ?? '')) return false;
		}
		const folder = this.#folders.get(names.join('/'));
		return folder === undefined ? null : folder.names.has(last);
	}

	/** True when a folder above `path` was replaced, by a move or anew. */
	isMoved(path: string): boolean {
		for (const folder of foldersAbove(path).toReversed()) {
			const known = this.#folders.get(folder);
			if (known === undefined) return false;
			const now = lookAt(`${this.#root}/${folder}`);
			if (now !== null && now.ino !== known.ino) return true;
		}
		return false;
	}

	*paths(): Generator<string> {
		for (const [folder, { names }] of this.#folders) {
			for (const name of names) yield folder === '' ? name : `${folder}/${name}`;
		}
	}

	has(path: string): boolean {
		return this.had(path) === true;
	}

	async #run(): Promise<void> {
		const pace = createPace();
		const folders = new Map<string, Folder>();
		let count = 0;
		const queue = [''];
		for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
			await pace();
			if (this.#isClosed || count > MOST_NAMES) break;
			const at = path === '' ? this.#root : `${this.#root}/${path}`;
			const now = lookAt(at);
			if (now === null) continue;
			const known = this.#folders.get(path);
			const prefix = path === '' ? '' : `${path}/`;
			if (known !== undefined && known.ino === now.ino && known.mtimeNs === now.mtimeNs) {
				folders.set(path, known);
				count += known.names.size;
				for (const name of known.names) if (this.#folders.has(`${prefix}${name}`)) queue.push(`${prefix}${name}`);
				continue;
			}
			const entries = entriesOf(at);
			folders.set(path, { ...now, names: new Set(entries.map(({ name }) => name)) });
			count += entries.length;
			for (const entry of entries) if (entry.isDirectory()) queue.push(`${prefix}${entry.name}`);
		}
		this.#folders = folders;
	}
}

function lookAt(folder: string): { readonly ino: bigint; readonly mtimeNs: bigint } | null {
	try {
		const stats = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
		return stats?.isDirectory() ? { ino: stats.ino, mtimeNs: stats.mtimeNs } : null;
	} catch {
		return null;
	}
}
