/** Score of a path for a query, both in lower case; 0: no match. Names, word starts and adjacent letters count most. */
export function fuzzyScore(path: string, query: string): number {
	const at = path.indexOf(query);
	if (at !== -1) return wholeScore(path, query, at);
	if (scratch.length < path.length) scratch = new Uint16Array(path.length * 2);
	writeCodes(path, scratch, 0);
	return scatteredScore({ codes: scratch, from: 0, to: path.length, name: nameStart(path) }, query);
}

let scratch = new Uint16Array(1000);

export function writeCodes(text: string, codes: Uint16Array, from: number): void {
	for (let at = 0; at < text.length; at += 1) codes[from + at] = text.charCodeAt(at);
}

/** The score of a path that holds the query `at` a place. */
export function wholeScore(path: string, query: string, at: number): number {
	return scoreOf(path.length, rank(path, query, at));
}

/** A path as UTF-16 codes, which are gone through faster than a text; its last name begins at `name`. */
export type PathCodes = {
	readonly codes: Uint16Array;
	readonly from: number;
	readonly to: number;
	readonly name: number;
};

/** The score of a path that holds at most the letters of the query, in their order; 0: it does not. */
export function scatteredScore(path: PathCodes, query: string): number {
	const kind = scattered(path, query);
	return kind === 0 ? 0 : scoreOf(path.to - path.from, kind);
}

function scoreOf(length: number, kind: number): number {
	return kind * 1000 - Math.min(length, 900);
}

/** The same for a key with dots, whose last part is its name. */
export function keyScore(key: string, query: string): number {
	return fuzzyScore(key.replaceAll('.', '/'), query.replaceAll('.', '/'));
}

/** Least score of a path that holds the query as it was typed, not its letters scattered. */
export const WHOLE = 3000;

/** Least score that only a name which begins with the query, or a query with a slash, is above. */
export const LEADING = 8000;

function rank(path: string, query: string, at: number): number {
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
function scattered({ codes, from, to, name }: PathCodes, query: string): number {
	let at = to;
	let boundaries = 0;
	let together = 0;
	for (let index = query.length - 1; index >= 0; index -= 1) {
		const code = query.charCodeAt(index);
		let found = at - 1;
		while (found >= from && codes[found] !== code) found -= 1;
		if (found < from) return 0;
		if (found === from || isBoundaryCode(codes[found - 1])) boundaries += 1;
		if (found === at - 1) together += 1;
		at = found;
	}
	const quality = Math.min(0.9, (boundaries + together) / (query.length * 2));
	return (at >= name ? 2 : 1) + quality;
}

const DOT = 46;
const SLASH = 47;

/** Start of the last name of a path; a folder's path ends with a slash. */
export function nameStart(path: string): number {
	return path.lastIndexOf('/', path.length - 2) + 1;
}

function isBoundary(path: string, at: number): boolean {
	return at === 0 || isBoundaryCode(path.charCodeAt(at - 1));
}

function isBoundaryCode(code: number | undefined): boolean {
	return code === SLASH || code === DOT || code === 45 || code === 95 || code === 32;
}
