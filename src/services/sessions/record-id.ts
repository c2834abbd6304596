const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;

/** A new id of a record. Without `node:crypto`, whose loading the first frame would wait for. */
export function newRecordId(): string {
	const bytes = globalThis.crypto.getRandomValues(new Uint8Array(LENGTH));
	return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
