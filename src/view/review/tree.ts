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
	/** Those within, however deep. */
	readonly files: File[];
};

function emptyFolder<File>(path: string, name: string): Folder<File> {
	return { path, name, entries: [], folders: new Map(), files: [] };
}

/** Folders that a path goes down at most: what is deeper stays in the name. */
const MOST_DEPTH = 100;

/** The rows of the tree in the order of the files, without those in folded folders. */
export function treeOf<File extends { readonly path: string }>(
	files: readonly File[],
	folded: ReadonlySet<string>,
): readonly TreeNode<File>[] {
	const top = emptyFolder<File>('', '');
	let last = { path: '', folders: [top], folder: top };
	for (const file of files) {
		const path = file.path.slice(0, file.path.lastIndexOf('/') + 1);
		// Files of a folder follow each other: of thousands no path is taken apart twice.
		if (path !== last.path) last = { path, ...foldersOn(top, path) };
		for (const folder of last.folders) folder.files.push(file);
		last.folder.entries.push({ file, name: file.path.slice(last.folder.path.length) });
	}
	const nodes: TreeNode<File>[] = [];
	addEntries(nodes, top, 0, folded);
	return nodes;
}

/** Folders that a path leads through, and the last of them. */
function foldersOn<File>(top: Folder<File>, path: string) {
	const folders = [top];
	let folder = top;
	for (const name of path.split('/').slice(0, -1).slice(0, MOST_DEPTH)) {
		folder = folderIn(folder, name);
		folders.push(folder);
	}
	return { folders, folder };
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
		nodes.push({ kind: 'folder', path: inner.path, name, depth, files: inner.files });
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
