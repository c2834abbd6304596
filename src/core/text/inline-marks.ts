const CODE_OR_LINK = /`+[^`]*`+|\[([^\]\n]{1,200})\]\([^)\s]{1,500}\)/g;
/** A name such as `__init__`, which would read as a bold word. */
export const DUNDER_NAME = /^__[a-z][a-z0-9_]*__$/;
const CODE_OR_MARK = /`+([^`]*)`+|\b(__[a-z][a-z0-9_]*__)\b|`|\*\*|__(?=\S)|(?<=\S)__/g;

/** Text of a line without the marks of code, bold words and links; code keeps all other characters. */
export function withoutMarks(line: string): string {
	const unlinked = line.replaceAll(CODE_OR_LINK, (whole, words?: string) => words ?? whole);
	return unlinked.replaceAll(CODE_OR_MARK, '$1$2');
}

const CODE_SPAN = /(`+[^`]*`+)/;
const BOLD = /(\*\*|__)(?=\S)([^*_]{1,1000})(?<=\S)\1/g;

/** Text of a line without the marks of bold words; code keeps all of its characters. */
export function withoutBold(line: string): string {
	const parts = line.split(CODE_SPAN);
	return parts
		.map((part, at) =>
			at % 2 === 1 ? part : part.replaceAll(BOLD, (whole, _, words) => (DUNDER_NAME.test(whole) ? whole : words)),
		)
		.join('');
}
