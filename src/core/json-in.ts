/** The value that a JSON text is; undefined for any other text, as half a file is after a crash or a full disk. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** True where objects and lists in a value have more levels than these. No recursion: it may be nested very deeply. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
	let level: readonly unknown[] = [value];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > levels) return true;
		level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
	}
	return false;
}
