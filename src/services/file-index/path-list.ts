export type PathList = {
	/** Relative to the workspace, with `/`, also at a folder's end. Dropped paths stay in the array. */
	readonly paths: readonly string[];
	readonly lower: readonly string[];
	add(path: string): void;
	/** Excludes a file that git tracks but that no longer exists. */
	drop(path: string): void;
	isDropped(path: string): boolean;
	maskAt(index: number): number;
};

/** Listing stops here: nobody searches more. */
export const MOST_PATHS = 500_000;

export function createPathList(): PathList {
	const paths: string[] = [];
	const lower: string[] = [];
	const folders = new Set<string>();
	const dropped = new Set<string>();
	let masks = new Int32Array(4096);
	let lastFolder = '';

	function push(path: string): void {
		if (paths.length === masks.length) {
			const larger = new Int32Array(masks.length * 2);
			larger.set(masks);
			masks = larger;
		}
		const low = path.toLowerCase();
		masks[paths.length] = maskOf(low);
		// Most paths are in lower case already: then it is one string for both.
		lower.push(low === path ? path : low);
		paths.push(path);
	}

	function addFolders(path: string): void {
		const folder = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
		// Neighbours in a sorted list mostly share their folder.
		if (folder === '' || folder === lastFolder) return;
		lastFolder = folder;
		if (folders.has(folder)) return;
		addFolders(folder);
		folders.add(folder);
		push(folder);
	}

	return {
		paths,
		lower,
		add(path) {
			// A file in conflict comes once for each of its versions, one after the other.
			if (path === '' || paths.length >= MOST_PATHS || paths.at(-1) === path) return;
			addFolders(path);
			if (path.endsWith('/')) {
				if (folders.has(path)) return;
				folders.add(path);
			}
			push(path);
		},
		drop: (path) => dropped.add(path),
		isDropped: (path) => dropped.size > 0 && dropped.has(path),
		maskAt: (index) => masks[index] ?? 0,
	};
}

const OTHER = 30;
const PUNCTUATION = new Map([...'0123456789'].map((digit) => [digit.charCodeAt(0), 26]));
PUNCTUATION.set('-'.charCodeAt(0), 27);
PUNCTUATION.set('_'.charCodeAt(0), 27);
PUNCTUATION.set('.'.charCodeAt(0), 28);
PUNCTUATION.set('/'.charCodeAt(0), 29);

/** The characters of a lower-case text as bits: a path can only match a query whose bits it has all. */
export function maskOf(lower: string): number {
	let mask = 0;
	for (let index = 0; index < lower.length; index += 1) {
		const code = lower.charCodeAt(index);
		mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : (PUNCTUATION.get(code) ?? OTHER));
	}
	return mask;
}
