const notAscii = /[^\x00-\x7F]/;

/** Lower case in no language, one Unicode form (NFKC), white space as single spaces. */
export function foldText(text: string): string {
	const one = notAscii.test(text) ? text.normalize('NFKC').toLowerCase().normalize('NFKC') : text.toLowerCase();
	return one.replace(/\s+/g, ' ');
}
