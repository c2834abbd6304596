import type { Reader } from './reader.js';

/**
 * How each event of a union is read from a log; null: it is not kept. The compiler names an event that was forgotten,
 * and a field of one.
 */
export type EventReaders<E extends { readonly type: string }> = {
	readonly [T in E['type']]: Reader<Extract<E, { readonly type: T }>> | null;
};
