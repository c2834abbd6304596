/**
 * Score of a path or a name for a query, both in lower case; 0 for no match. The name comes before the folders, the
 * beginning of a word before its middle, adjacent letters before scattered ones, and among equals the shorter path.
 */
export function fuzzyScore(path: string, query: string): number {
	const kind = rank(path, query);
	return kind === 0 ? 0 : kind * 1000 - Math.min(path.length, 900);
}

/** The same for a key with dots, whose last part is its name. */
export function keyScore(key: string, query: string): number {
	return fuzzyScore(key.replaceAll('.', '/'), query.replaceAll('.', '/'));
}

/** Least score of a path that holds the query as it was typed, not its letters scattered. */
export const WHOLE = 3000;

function rank(path: string, query: string): number {
	const at = path.indexOf(query);
	if (at === -1) return scattered(path, query);
	if (path.length === query.length) return 12;
	if (query.includes('/')) return at === 0 ? 11 : isBoundary(path, at) ? 9 : 6;
	const name = nameStart(path);
	const inName = at >= name ? at : path.indexOf(query, name);
	if (inName === -1) return isBoundary(path, at) ? 5 : 4;
	if (inName > name) return isBoundary(path, inName) ? 8 : 7;
	const next = path.charCodeAt(inName + query.length);
	// The whole name, or all of it before its ending.
	return Number.isNaN(next) || next === DOT || next === SLASH ? 11 : 10;
}

/** The letters in their order: from the end, so that the name takes as many as it can. */
function scattered(path: string, query: string): number {
	let at = path.length;
	let boundaries = 0;
	let together = 0;
	let left = at;
	for (let index = query.length - 1; index >= 0; index -= 1) {
		const found = at === 0 ? -1 : path.lastIndexOf(query.charAt(index), at - 1);
		if (found === -1) return 0;
		if (isBoundary(path, found)) boundaries += 1;
		if (found === at - 1) together += 1;
		at = found;
		left = found;
	}
	const quality = Math.min(0.9, (boundaries + together) / (query.length * 2));
	return (left >= nameStart(path) ? 2 : 1) + quality;
}

const DOT = 46;
const SLASH = 47;

/** Start of the last name of a path; a folder's path ends with a slash. */
function nameStart(path: string): number {
	return path.lastIndexOf('/', path.length - 2) + 1;
}

function isBoundary(path: string, at: number): boolean {
	if (at === 0) return true;
	const code = path.charCodeAt(at - 1);
	return code === SLASH || code === DOT || code === 45 || code === 95 || code === 32;
}
