import {
	appendFileSync,
	chmodSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';

/** One thing that somebody does to a tree; what cannot be done is passed over. */
export type Operation = {
	readonly type:
		| 'write'
		| 'append'
		| 'mode'
		| 'hard-link'
		| 'link'
		| 'rename'
		| 'remove'
		| 'folder'
		| 'replace'
		| 'save';
	readonly path: string;
	readonly other: string;
	readonly text: string;
	readonly mode: number;
};

const name = fc.constantFrom('a', 'b', 'c', 'd');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

/** Random operations on few names, so that they meet. */
export const operation: fc.Arbitrary<Operation> = fc.record({
	type: fc.constantFrom(
		...(['write', 'append', 'mode', 'hard-link', 'link', 'rename', 'remove', 'folder', 'replace', 'save'] as const),
	),
	path,
	other: path,
	text: fc.constantFrom('', 'one\n', 'two\nthree\n', 'no end', 'x\0y'),
	mode: fc.constantFrom(0o644, 0o755, 0o600, 0o700),
});

/** Carries an operation out below a folder. */
export function carryOut(root: string, { type, path: given, other, text, mode }: Operation): void {
	const [at, to] = [join(root, given), join(root, other)];
	try {
		switch (type) {
			case 'write':
				mkdirSync(dirname(at), { recursive: true });
				writeFileSync(at, text);
				return;
			case 'append':
				appendFileSync(at, text);
				return;
			case 'mode':
				chmodSync(at, mode);
				return;
			case 'hard-link':
				linkSync(at, to);
				return;
			case 'link':
				symlinkSync(other.split('/').at(-1) ?? '', at);
				return;
			case 'rename':
				renameSync(at, to);
				return;
			case 'remove':
				rmSync(at, { recursive: true });
				return;
			case 'folder':
				mkdirSync(at, { recursive: true });
				return;
			case 'replace':
				rmSync(at, { recursive: true });
				mkdirSync(at, { recursive: true });
				writeFileSync(join(at, 'a'), text);
				return;
			case 'save':
				// As editors do.
				save(at, text, mode);
				return;
		}
	} catch {
		// There is no such file, or something else is in its place.
	}
}

function save(at: string, text: string, mode: number): void {
	const swap = join(dirname(at), '.swap');
	writeFileSync(swap, text, { mode });
	try {
		renameSync(swap, at);
	} finally {
		rmSync(swap, { force: true });
	}
}

/** Everything in a tree: kind, permissions and content by path. */
export function treeOf(root: string, at = '', tree = new Map<string, string>()): ReadonlyMap<string, string> {
	for (const entry of readdirSync(join(root, at)).sort()) {
		const path = at === '' ? entry : `${at}/${entry}`;
		const full = join(root, path);
		const stats = lstatSync(full);
		const mode = (stats.mode & 0o777).toString(8);
		if (stats.isDirectory()) {
			tree.set(path, `folder ${mode}`);
			treeOf(root, path, tree);
		} else if (stats.isSymbolicLink()) tree.set(path, `link ${readlinkSync(full)}`);
		else tree.set(path, `file ${mode} ${readFileSync(full, 'utf8')}`);
	}
	return tree;
}
