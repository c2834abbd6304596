/** Text of a line without the marks of code, bold words and links. */
export function withoutMarks(line: string): string {
	return line.replaceAll(/`|\*\*|__(?=\S)|(?<=\S)__/g, '').replaceAll(/\[([^\]\n]{1,200})\]\([^)\s]{1,500}\)/g, '$1');
}

const CODE_SPAN = /(`+[^`]*`+)/;
const BOLD = /(\*\*|__)(?=\S)([^*_]{1,1000})(?<=\S)\1/g;

/** Text of a line without the marks of bold words; code keeps all of its characters. */
export function withoutBold(line: string): string {
	const parts = line.split(CODE_SPAN);
	return parts.map((part, at) => (at % 2 === 1 ? part : part.replaceAll(BOLD, '$2'))).join('');
}
