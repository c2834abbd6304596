export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.join(' ').split(' '));
}

/** Words between blanks and line breaks; none of an absent text. */
export function wordsIn(text = ''): readonly string[] {
	return text.split(/\s+/).filter((word) => word !== '');
}

/** Rows by name, each under all the names of its key. */
export function byName<Row>(rows: Readonly<Record<string, Row>>, separator = /\s+/): ReadonlyMap<string, Row> {
	const pairs = Object.entries(rows).flatMap(([names, row]) =>
		names.split(separator).map((name) => [name, row] as const),
	);
	return new Map(pairs);
}
