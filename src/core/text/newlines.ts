/** Number of `\n` in a text from an index on; builds no array of lines. */
export function countNewlines(text: string, from = 0): number {
	let count = 0;
	for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
	return count;
}

/** Lines as one, `between` in place of each break and of the blanks around it. Linear, which `\s*\n\s*` is not. */
export function joinLines(text: string, between: string): string {
	const lines = text.split(/[\r\n]+/);
	const last = lines.length - 1;
	return lines
		.map((line, at) => (at === 0 ? line : line.trimStart()))
		.map((line, at) => (at === last ? line : line.trimEnd()))
		.filter((line, at) => at === 0 || at === last || line !== '')
		.join(between);
}
