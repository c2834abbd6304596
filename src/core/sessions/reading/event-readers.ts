import type { Reader } from './reader.js';

/** Reader of each event of a union; null: not logged. The compiler finds a missing event or field. */
export type EventReaders<E extends { readonly type: string }> = {
	readonly [T in E['type']]: Reader<Extract<E, { readonly type: T }>> | null;
};
