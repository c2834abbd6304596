/** No file has a longer path. */
const MOST_CHARS = 4096;

/**
 * What may be the value of an option of letters that have it glued to the last of them (`-czfNAME`): all behind
 * each of the letters. Null where the word is too long to be looked at; nothing for all other words.
 */
export function gluedValues(word: string): readonly string[] | null {
	const letters = /^-([a-zA-Z0-9]+)./s.exec(word)?.[1];
	if (letters === undefined) return [];
	if (word.length > MOST_CHARS) return null;
	return Array.from(letters, (_, index) => word.slice(2 + index)).filter((value) => value !== '');
}
