/** The value that a JSON text is; undefined for any other text, as half a file is after a crash or a full disk. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
