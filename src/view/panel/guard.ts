/** A prompt, or a panel that opened by itself, must have been shown this long before keys answer it (ms). */
export const SHOWN_FOR = 600;
/**
 * And no key must have been pressed for this long (ms), so a key that is held down, or several in turn, answers the
 * question that it was pressed for and none after it.
 */
export const QUIET_FOR = 400;

/** From when on keys count in what was opened by itself, when no further key comes; only keys before it are waited for. */
export function readyAt(openedAt: number, lastKeyAt: number): number {
	const shownAt = openedAt + SHOWN_FOR;
	return Math.max(shownAt, lastKeyAt < shownAt ? lastKeyAt + QUIET_FOR : 0);
}
