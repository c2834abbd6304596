/**
 * The listed name that a disk treats as this one: they differ in case, or in Unicode composition. Null where the name
 * itself is listed, or no such name.
 */
export function otherNameOf(name: string, listed: readonly string[]): string | null {
	if (listed.includes(name)) return null;
	const folded = fold(name);
	return listed.find((each) => fold(each) === folded) ?? null;
}

function fold(name: string): string {
	return name.normalize('NFC').toLowerCase();
}
