/** Whether a text has all the words that were typed, whatever their case. */
export function hasWords(text: string, typed: string): boolean {
	const lower = text.toLowerCase();
	return typed
		.toLowerCase()
		.split(/\s+/)
		.every((word) => lower.includes(word));
}
