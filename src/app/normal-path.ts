/** Resolves `.`, `..` and doubled slashes lexically; links are not followed. */
export function normalPath(path: string): string {
	const names: string[] = [];
	for (const name of path.split('/')) {
		if (name === '..') names.pop();
		else if (name !== '' && name !== '.') names.push(name);
	}
	return `/${names.join('/')}`;
}

/** Bytes of the longest file name of any file system: a longer word is text. */
const MOST_NAME_BYTES = 255;
const encoder = new TextEncoder();

/** True for a word that cannot be a path, such as a program in an argument. */
export function isTooLongForName(word: string): boolean {
	return word.split('/').some((name) => encoder.encode(name).length > MOST_NAME_BYTES);
}
