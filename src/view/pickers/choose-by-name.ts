/** What can be chosen by name: its id, as it is written, and the name that is shown. */
export type Named = { readonly id: string; readonly name: string };

/**
 * Those that somebody may mean by what they typed, whatever its case: the one of that id, else of that name, else
 * all of which the id or the name holds it, else the one that differs in the signs between words alone. A single one is meant for sure.
 */
export function namedBy<T extends Named>(items: readonly T[], typed: string): readonly T[] {
	const wanted = typed.trim().toLowerCase();
	if (wanted === '') return [];
	const first = (fits: (item: T) => boolean): readonly T[] => {
		const found = items.find(fits);
		return found === undefined ? [] : [found];
	};
	const byId = first(({ id }) => id.toLowerCase() === wanted);
	if (byId.length > 0) return byId;
	const byName = first(({ name }) => name.toLowerCase() === wanted);
	if (byName.length > 0) return byName;
	const held = items.filter(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted));
	if (held.length > 0) return held;
	// “accept-edits” is written as a mode of a command line would be.
	const words = wordsOf(wanted);
	return words === '' ? [] : first(({ id, name }) => wordsOf(id) === words || wordsOf(name) === words);
}

/** A name without what spellings differ in: case, blanks and the signs between words. */
function wordsOf(name: string): string {
	return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
