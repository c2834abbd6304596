import type { ActionId } from './action-ids.js';
import type { KeyContext } from './context.js';

/** A key binding: the keys of an action, and the context in which they have it. */
export type KeyBinding = {
	readonly id: ActionId;
	/** Canonical key ids (`keyId`); the first is the one that help shows first. */
	readonly keys: readonly string[];
	readonly context: KeyContext;
};
