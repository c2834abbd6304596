import { expect, test } from 'vitest';
import { eachEntry, entriesOf, findCallIndex, LEAF } from '../../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { busy, play } from './play.js';

function callOf(id: string) {
	return { type: 'tool', patch: { id, title: id, kind: 'read', status: 'completed' } } as const;
}

const IDS = [...Array(1000).keys()].map((index) => `t${index}`).concat('__proto__', 'constructor', '');

test('A call is found by its id wherever it stands, however often one looks.', () => {
	const { state } = play(busy(), ...IDS.map(callOf));
	const first = state.entries.size - IDS.length;
	for (let round = 0; round < 6; round += 1) {
		expect(IDS.map((id) => findCallIndex(state, id))).toEqual(IDS.map((_, index) => first + index));
		expect(findCallIndex(state, 'toString')).toBe(-1);
	}
});

test('Looking for a call that is not there reads the last entries only, once the others were looked through.', () => {
	const { state } = play(busy(), ...IDS.slice(0, 300).map(callOf));
	let reads = 0;
	const watched = [...eachEntry(state.entries)].map(
		(entry) =>
			new Proxy(entry, {
				get(target, key) {
					reads += 1;
					return Reflect.get(target, key);
				},
			}),
	);
	const watching: SessionState = { ...state, entries: entriesOf(watched) };
	for (let round = 0; round < 6; round += 1) {
		reads = 0;
		findCallIndex(watching, 'nobody');
	}
	expect(reads).toBeLessThanOrEqual(2 * (state.entries.size % LEAF));
});
