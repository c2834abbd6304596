/**
 * Copies a text. A slice of a long text shares its memory, and as long as one slice is kept so is the whole: of a text
 * that grows, each time all that it was.
 */
export function ownCopy(text: string): string {
	// Putting it together with something else makes a new one when it is cut.
	return ` ${text}`.slice(1);
}
