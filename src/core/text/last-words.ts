/** Places in a stack, what says which value was thrown or by whom, and brackets alone. */
const NOISE = /^\s|^[\W_]+$|^Node\.js v\d|^note: /;

/** The line of a dead program's output that tells most, which is its last but for a stack, and how many others there are. */
export function lastWords(output: string): { readonly line: string; readonly others: number } {
	const lines = output.split('\n').filter((line) => line.trim() !== '');
	const line = lines.findLast((each) => !NOISE.test(each)) ?? lines.at(-1) ?? '';
	return { line: line.trim(), others: Math.max(0, lines.length - 1) };
}
