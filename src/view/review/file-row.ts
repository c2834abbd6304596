import { type ReviewStatus, SIGNS } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';
import { cellWidth } from '../../core/text/width.js';
import { type Line, plain, styled } from '../line.js';
import type { PanelRow } from '../panel/panel.js';
import { lineWidth } from '../spans.js';

/** A row of a tree of files: a file, or the folder of some. */
export type FileRow<File> = PanelRow & {
	/** Null for a folder. */
	readonly file: File | null;
	/** The file, or those in the folder. */
	readonly files: readonly File[];
};

const STATUS_COLORS = { added: 'added', modified: 'info', deleted: 'removed', renamed: 'info' } as const;

export function signOf(status: ReviewStatus): Line {
	return [styled(`${SIGNS[status]} `, { color: STATUS_COLORS[status] })];
}

/** Row of a file; `name` is what its folder leaves of its path. */
type RowOfFile<File> = (
	file: File,
	name: string,
) => Pick<PanelRow, 'version' | 'label' | 'isMuted' | 'spoken'> & {
	readonly sign: Line;
	/** Figures at the edge, which give way to the name, and marks before and behind them, which do not. */
	readonly facts: () => { readonly before?: Line; readonly figures: Line; readonly marks: Line };
};

/** Cells before the signs of a row. */
const MARK = 2;
/** Cells that a folder sets its files in, and the most of all. */
const INDENT = 2;
const MOST_INDENT = 12;

/** The files as rows, in a tree with folders unless `folded` is null: then in their order. */
export function rowsInTree<File extends { readonly path: string }>(
	files: readonly File[],
	folded: ReadonlySet<string> | null,
	rowOf: RowOfFile<File>,
): readonly FileRow<File>[] {
	const nodes =
		folded === null
			? files.map((file) => ({ kind: 'file' as const, file, name: file.path, depth: 0 }))
			: treeOf(files, folded);
	return fileRows(nodes, folded ?? NONE, rowOf);
}

const NONE: ReadonlySet<string> = new Set();

/** The rows of a tree, folded where `folded` has a folder's path. */
function fileRows<File extends { readonly path: string }>(
	nodes: readonly TreeNode<File>[],
	folded: ReadonlySet<string>,
	rowOf: RowOfFile<File>,
): readonly FileRow<File>[] {
	return nodes.map((node): FileRow<File> => {
		const indent = styled(' '.repeat(Math.min(node.depth * INDENT, MOST_INDENT)), {});
		if (node.kind === 'file') {
			const { sign, facts, ...row } = rowOf(node.file, node.name);
			const signs = [indent, ...sign];
			const edge = (width: number): Line => {
				const { before = [], figures, marks } = facts();
				const whole = joined(before, figures);
				const taken = MARK + lineWidth(signs) + cellWidth(row.label) + 1;
				return taken + lineWidth(whole) + lineWidth(marks) > width ? [...before, ...marks] : [...whole, ...marks];
			};
			return { ...row, id: node.file.path, isCutInMiddle: true, signs, edge, file: node.file, files: [node.file] };
		}
		const isFolded = folded.has(node.path);
		return {
			id: node.path,
			label: node.name,
			isCutInMiddle: true,
			isMuted: true,
			...(isFolded ? {} : { isFolder: true }),
			signs: [indent, styled(isFolded ? '▸ ' : '▾ ', { color: 'muted' })],
			edge: () => (isFolded ? [styled(counted(node.files.length, 'file'), { color: 'muted' })] : []),
			file: null,
			files: node.files,
		};
	});
}

function joined(one: Line, other: Line): Line {
	return one.length === 0 || other.length === 0 ? [...one, ...other] : [...one, plain(' '), ...other];
}

/** The next file in a direction, from a row on; undefined: there is none. */
export function fileFrom<File>(
	rows: readonly FileRow<File>[],
	row: FileRow<File> | undefined,
	by: -1 | 1,
	isWanted: (file: File) => boolean = () => true,
): FileRow<File> | undefined {
	const at = row === undefined ? -1 : rows.indexOf(row);
	const isOne = ({ file }: FileRow<File>): boolean => file !== null && isWanted(file);
	return by > 0 ? rows.slice(at + 1).find(isOne) : rows.slice(0, Math.max(0, at)).findLast(isOne);
}

/** A tree of files; a folder with a single child is merged with it. */
type TreeNode<File> =
	| {
			readonly kind: 'folder';
			/** Ends with `/`, as no file's does. */
			readonly path: string;
			readonly name: string;
			readonly depth: number;
			/** Files within, however deep. */
			readonly files: readonly File[];
	  }
	| { readonly kind: 'file'; readonly file: File; readonly name: string; readonly depth: number };

type Folder<File> = {
	readonly path: string;
	readonly name: string;
	readonly entries: (Folder<File> | { readonly file: File; readonly name: string })[];
	readonly folders: Map<string, Folder<File>>;
	/** Files within, however deep. */
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
