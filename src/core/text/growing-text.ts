/** Text that grows at its end and may lose its start. Readers remember an offset, so no strings are compared. */
export type GrowingText = {
	/** Versions of one text have the same id. A text that was replaced, instead of continued, needs another one. */
	readonly id: string;
	/** Number of dropped characters. */
	readonly start: number;
	/** From `start` on. */
	readonly text: string;
};

/** Position of a reader in a growing text: up to the offset `end`. */
export type TextPosition = { readonly id: string; readonly end: number };

export function wholeText(id: string, text: string): GrowingText {
	return { id, start: 0, text };
}

export function endOf({ id, start, text }: GrowingText): TextPosition {
	return { id, end: start + text.length };
}

/** Text after a position; null where it was replaced or dropped. A copy, so that nothing else is kept alive. */
export function textAfter(position: TextPosition | null, { id, start, text }: GrowingText): string | null {
	if (position === null || position.id !== id) return null;
	const from = position.end - start;
	return from < 0 || from > text.length ? null : ownCopy(text.slice(from));
}

/** A slice of a long text shares its memory, and keeps the whole alive: of a growing text, each version. */
export function ownCopy(text: string): string {
	// Putting it together with something else makes a new one when it is cut.
	return ` ${text}`.slice(1);
}
