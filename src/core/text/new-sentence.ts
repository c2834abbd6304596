/** A pause that no stream of one message makes between two words, in milliseconds. */
const PAUSE = 1000;

/**
 * Whether a chunk begins anew, though the one before it is not closed by a blank: some adapters send notices (`Retrying…`)
 * as chunks of the answer, each of them whole, seconds apart and without an id.
 */
export function isNewSentence(before: string, chunk: string, pause: number): boolean {
	return pause >= PAUSE && /[.!?…:]$/.test(before.slice(-1)) && /^\p{Lu}/u.test(chunk) && /\s/.test(chunk.trim());
}
