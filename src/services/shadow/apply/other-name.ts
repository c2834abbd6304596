/**
 * The name that a disk has for one that it does not list, where it takes the two for the same: they differ in case, or in
 * how their letters are composed. Null where it lists the name itself, or none of them.
 */
export function otherNameOf(name: string, listed: readonly string[]): string | null {
	if (listed.includes(name)) return null;
	const folded = fold(name);
	return listed.find((each) => fold(each) === folded) ?? null;
}

function fold(name: string): string {
	return name.normalize('NFC').toLowerCase();
}
