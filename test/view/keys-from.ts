import { type Key, keyOf } from '../../src/terminal/key.js';

/** The keys of a row: ids between spaces, and text to type between backquotes. */
export function* keysFrom(row: string): Generator<Key> {
	for (const [, typed, id = ''] of row.matchAll(/`([^`]*)`|(\S+)/g)) {
		if (typed === undefined) yield keyFrom(id);
		else for (const character of typed) yield keyOf('char', character);
	}
}

function keyFrom(id: string): Key {
	const cut = id.length > 1 ? id.lastIndexOf('+', id.length - 2) + 1 : 0;
	const held = id.slice(0, cut).split('+');
	const base = id.slice(cut);
	const modifiers = { ctrl: held.includes('ctrl'), alt: held.includes('alt'), shift: held.includes('shift') };
	return [...base].length === 1 ? keyOf('char', base, modifiers) : keyOf(base as 'enter', '', modifiers);
}
