import type { ActionId } from './action-ids.js';
import type { KeyContext } from './context.js';

/** The keys of an action, and where they hold. */
export type Binding = {
	readonly id: ActionId;
	/** Canonical key ids (`keyId`); the first is the one that help shows first. */
	readonly keys: readonly string[];
	readonly context: KeyContext;
};
