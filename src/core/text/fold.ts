const notAscii = /[^\x00-\x7F]/;

/**
 * Text as searches compare it: lower case, one Unicode form (NFKC), white space as single spaces. Case does not depend
 * on the language.
 */
export function foldText(text: string): string {
	const one = notAscii.test(text) ? text.normalize('NFKC').toLowerCase().normalize('NFKC') : text.toLowerCase();
	return one.replace(/\s+/g, ' ');
}
