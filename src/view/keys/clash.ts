import type { KeyContext } from './context.js';
import type { KeyBinding } from './key-binding.js';

/** A key with two meanings at one place. */
export type Clash = { readonly key: string; readonly bindings: readonly [KeyBinding, KeyBinding] };

/**
 * Every clash: two actions of one context on one key, or of contexts that are active together.
 * An overlay takes keys of the draft below it on purpose. What it may take from `global` is what the
 * defaults let it take: nobody should lose the key that stops a turn by binding something else.
 */
export function findClashes(bindings: readonly KeyBinding[], defaults: readonly KeyBinding[]): readonly Clash[] {
	const intended = new Set(pairs(defaults).map(([, first, second]) => `${first.id} ${second.id}`));
	return pairs(bindings)
		.filter(([, first, second]) => first.context === second.context || !intended.has(`${first.id} ${second.id}`))
		.map(([key, first, second]) => ({ key, bindings: [first, second] }));
}

function pairs(bindings: readonly KeyBinding[]): [string, KeyBinding, KeyBinding][] {
	const byKey = new Map<string, KeyBinding[]>();
	for (const binding of bindings) {
		for (const key of binding.keys) byKey.set(key, [...(byKey.get(key) ?? []), binding]);
	}
	const found: [string, KeyBinding, KeyBinding][] = [];
	for (const [key, sharing] of byKey) {
		sharing.forEach((first, index) => {
			for (const second of sharing.slice(index + 1)) {
				if (areExclusive(first.context, second.context)) found.push([key, first, second]);
			}
		});
	}
	return found;
}

/** True when a key may not mean one thing in the one and another in the other. */
function areExclusive(first: KeyContext, second: KeyContext): boolean {
	return first === second || first === 'global' || second === 'global';
}
