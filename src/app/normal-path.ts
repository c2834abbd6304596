/** An absolute path without `.`, `..` and doubled slashes, by its words alone: links are not looked at. */
export function normalPath(path: string): string {
	const names: string[] = [];
	for (const name of path.split('/')) {
		if (name === '..') names.pop();
		else if (name !== '' && name !== '.') names.push(name);
	}
	return `/${names.join('/')}`;
}

/** No file system has names of more bytes, so that such a word is a text and no path. */
const MOST_NAME_BYTES = 255;
const encoder = new TextEncoder();

/** True for a word that no file can be named by, such as a program in an argument. */
export function isTooLongForName(word: string): boolean {
	return word.split('/').some((name) => encoder.encode(name).length > MOST_NAME_BYTES);
}
