/** Number of `\n` in a text from an index on; builds no array of lines. */
export function countNewlines(text: string, from = 0): number {
	let count = 0;
	for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
	return count;
}
