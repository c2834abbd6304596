/** The words of these lines, for tables of names: each line holds words with a blank between them. */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.join(' ').split(' '));
}
