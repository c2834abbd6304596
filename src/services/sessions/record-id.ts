const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;

/** Made without `node:crypto`, whose loading would delay the first frame. */
export function newRecordId(): string {
	const bytes = globalThis.crypto.getRandomValues(new Uint8Array(LENGTH));
	return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
