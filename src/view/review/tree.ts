/** Files as a tree: a folder that holds nothing but one folder or file is one with it. */
export type TreeNode<File> =
	| {
			readonly kind: 'folder';
			/** Ends with `/`, as no file's does. */
			readonly path: string;
			readonly name: string;
			readonly depth: number;
			/** Those within, however deep. */
			readonly files: readonly File[];
	  }
	| { readonly kind: 'file'; readonly file: File; readonly name: string; readonly depth: number };

type Folder<File> = {
	readonly path: string;
	readonly name: string;
	readonly entries: (Folder<File> | { readonly file: File; readonly name: string })[];
	readonly folders: Map<string, Folder<File>>;
};

function emptyFolder<File>(path: string, name: string): Folder<File> {
	return { path, name, entries: [], folders: new Map() };
}

/** Folders that a path goes down at most: what is deeper stays in the name. */
const MOST_DEPTH = 100;

/** The rows of the tree in the order of the files, without those in folded folders. */
export function treeOf<File extends { readonly path: string }>(
	files: readonly File[],
	folded: ReadonlySet<string>,
): readonly TreeNode<File>[] {
	const top = emptyFolder<File>('', '');
	for (const file of files) {
		const parts = file.path.split('/');
		const depth = Math.min(parts.length - 1, MOST_DEPTH);
		let folder = top;
		for (const name of parts.slice(0, depth)) folder = folderIn(folder, name);
		folder.entries.push({ file, name: parts.slice(depth).join('/') });
	}
	const nodes: TreeNode<File>[] = [];
	addEntries(nodes, top, 0, folded);
	return nodes;
}

function folderIn<File>(parent: Folder<File>, name: string): Folder<File> {
	const known = parent.folders.get(name);
	if (known !== undefined) return known;
	const made = emptyFolder<File>(`${parent.path}${name}/`, name);
	parent.folders.set(name, made);
	parent.entries.push(made);
	return made;
}

function addEntries<File>(
	nodes: TreeNode<File>[],
	folder: Folder<File>,
	depth: number,
	folded: ReadonlySet<string>,
): void {
	for (const entry of folder.entries) {
		if ('file' in entry) {
			nodes.push({ kind: 'file', file: entry.file, name: entry.name, depth });
			continue;
		}
		const { inner, name } = chainOf(entry);
		const [only, ...others] = inner.entries;
		if (only !== undefined && others.length === 0 && 'file' in only) {
			nodes.push({ kind: 'file', file: only.file, name: `${name}/${only.name}`, depth });
			continue;
		}
		nodes.push({ kind: 'folder', path: inner.path, name, depth, files: filesIn(inner) });
		if (!folded.has(inner.path)) addEntries(nodes, inner, depth + 1, folded);
	}
}

function chainOf<File>(folder: Folder<File>): { readonly inner: Folder<File>; readonly name: string } {
	let inner = folder;
	let name = folder.name;
	for (;;) {
		const [only, ...others] = inner.entries;
		if (only === undefined || others.length > 0 || 'file' in only) return { inner, name };
		inner = only;
		name = `${name}/${only.name}`;
	}
}

function filesIn<File>({ entries }: Folder<File>): readonly File[] {
	return entries.flatMap((entry) => ('file' in entry ? [entry.file] : filesIn(entry)));
}
