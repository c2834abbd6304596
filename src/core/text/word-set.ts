export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.join(' ').split(' '));
}
