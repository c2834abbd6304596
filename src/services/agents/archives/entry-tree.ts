import { quoted } from '../../../core/text/sanitize.js';
import { ThrownFailure } from '../thrown-failure.js';
import { ARCHIVES, refused } from './archives-messages.js';
import { entryPath, sameNameKey } from './entry-path.js';

/** As in the system: a longer chain of links resolves to nothing. */
const MOST_LINKS = 40;

type TreeNode =
	| { readonly type: 'folder' | 'file'; readonly path: string }
	| { readonly type: 'symlink'; readonly path: string; readonly target: string };

/** The entries of an archive so far, by path: taken names and link targets. Touches no disk. */
export class EntryTree {
	readonly #most: number;
	readonly #nodes = new Map<string, TreeNode>();

	/** @param most entries, folders that are only in paths included */
	constructor(most: number) {
		this.#most = most;
	}

	get size(): number {
		return this.#nodes.size;
	}

	/** Adds a folder; returns the folders that are new with it, the outermost first. Throws {@link ThrownFailure}. */
	addFolder(parts: readonly string[]): readonly (readonly string[])[] {
		const made: (readonly string[])[] = [];
		for (let length = 1; length <= parts.length; length += 1) {
			const folder = parts.slice(0, length);
			const path = folder.join('/');
			const there = this.#nodes.get(sameNameKey(folder));
			if (there === undefined) {
				this.#add(folder, { type: 'folder', path });
				made.push(folder);
			} else if (there.path !== path) throw new ThrownFailure(ARCHIVES.collides(path, there.path));
			else if (there.type !== 'folder') throw new ThrownFailure(ARCHIVES.belowFile(parts.join('/'), path));
		}
		return made;
	}

	addFile(parts: readonly string[]): readonly (readonly string[])[] {
		return this.#addLeaf(parts, { type: 'file', path: parts.join('/') });
	}

	/** Adds a symbolic link with the target it has in the archive; returns the new folders. Throws {@link ThrownFailure}. */
	addLink(parts: readonly string[], target: string): readonly (readonly string[])[] {
		return this.#addLeaf(parts, { type: 'symlink', path: parts.join('/'), target });
	}

	hasFile(parts: readonly string[]): boolean {
		return this.#at(parts)?.type === 'file';
	}

	/** The final target of a link; null when nothing is there. Throws {@link ThrownFailure} for a way out or a circle. */
	resolveLink(parts: readonly string[]): readonly string[] | null {
		const name = parts.join('/');
		const open = [...parts].reverse();
		let at: string[] = [];
		let followed = 0;
		for (let part = open.pop(); part !== undefined; part = open.pop()) {
			if (part === '' || part === '.') continue;
			if (part === '..') {
				if (at.length === 0) throw new ThrownFailure(ARCHIVES.linkOut(name));
				at = at.slice(0, -1);
				continue;
			}
			const node = this.#at([...at, part]);
			if (node === undefined) return null;
			if (node.type === 'symlink') {
				followed += 1;
				if (followed > MOST_LINKS) throw new ThrownFailure(refused(`the link ${quoted(name)} leads to itself`));
				open.push(...targetParts(name, node.target).reverse());
			} else if (node.type === 'file' && open.length > 0) return null;
			else at = [...at, part];
		}
		return at;
	}

	#addLeaf(parts: readonly string[], node: TreeNode): readonly (readonly string[])[] {
		const made = this.addFolder(parts.slice(0, -1));
		const there = this.#nodes.get(sameNameKey(parts));
		if (there !== undefined && there.path !== node.path) {
			throw new ThrownFailure(ARCHIVES.collides(node.path, there.path));
		}
		if (there !== undefined) throw new ThrownFailure(refused(`${quoted(node.path)} is in it twice`));
		this.#add(parts, node);
		return made;
	}

	#add(parts: readonly string[], node: TreeNode): void {
		if (this.#nodes.size >= this.#most) throw new ThrownFailure(ARCHIVES.tooMany(this.#most));
		this.#nodes.set(sameNameKey(parts), node);
	}

	#at(parts: readonly string[]): TreeNode | undefined {
		const node = this.#nodes.get(sameNameKey(parts));
		return node?.path === parts.join('/') ? node : undefined;
	}
}

/** A target may go up, but otherwise follows the rules for names. */
function targetParts(name: string, target: string): string[] {
	if (/^[/\\]|^[a-z]:/i.test(target)) throw new ThrownFailure(ARCHIVES.linkAbsolute(name));
	const parts = target.split('/');
	const down = parts.filter((part) => part !== '..').join('/');
	// Throws for what no name may have.
	if (down !== '') entryPath(`./${down}`);
	return parts;
}
