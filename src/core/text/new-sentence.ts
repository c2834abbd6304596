/** A pause that no stream of one message makes between two words, in milliseconds. */
const PAUSE = 1000;

/** Whether a chunk begins a new sentence without a blank before it, as notices (`Retrying…`) of some adapters do. */
export function isNewSentence(before: string, chunk: string, pause: number): boolean {
	const last = before.slice(-1);
	if (pause < PAUSE || !/^\p{Lu}/u.test(chunk) || last === '' || /\s/.test(last)) return false;
	const words = chunk.trim().split(/\s+/).length;
	return /[.!?…:]/.test(last) ? words > 1 || CLOSED.test(chunk) : words > 2 && CLOSED.test(chunk);
}

const CLOSED = /[.!?…:]\s*$/;
