import { type Key, keyId } from '../../terminal/key.js';
import type { ActionId } from './action-ids.js';
import type { KeyContext } from './context.js';
import type { Keymap } from './keymap.js';

/**
 * Turns a key into the action it is bound to where the focus is: the first context of the stack that binds it
 * decides. Null: no action; a key that types is then text for whoever takes text.
 */
export function resolveKey(key: Key, contexts: readonly KeyContext[], table: Keymap): ActionId | null {
	if (key.name === 'paste' || key.name === 'unknown') return null;
	const id = keyId(key);
	for (const context of contexts) {
		const action = table.byContext.get(context)?.get(id);
		if (action !== undefined) return action;
	}
	return null;
}

/** What a key types: its characters for a plain `char` and for `paste`, else null. */
export function typedText(key: Key): string | null {
	if (key.name === 'paste') return key.text;
	return key.name === 'char' && !key.ctrl && !key.alt && !key.super ? key.text : null;
}
