import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import {
	eachEntry,
	emptyEntries,
	entryAt,
	insertEntry,
	pushEntry,
} from '../../../src/core/session/entries/entry-list.js';

const entry = (id: number): Entry => ({ kind: 'unknown', id: `e${id}`, at: 0, label: 'x', json: '', count: 1 });

test('inserting is what it is in an array, wherever it happens', () => {
	fc.assert(
		fc.property(fc.nat(1200), fc.array(fc.nat(1300), { maxLength: 8 }), (size, places) => {
			let list = emptyEntries;
			const model: Entry[] = [];
			for (let id = 0; id < size; id += 1) {
				list = pushEntry(list, entry(id));
				model.push(entry(id));
			}
			for (const [count, place] of places.entries()) {
				const added = entry(size + count);
				list = insertEntry(list, place, added);
				model.splice(place, 0, added);
			}
			expect([...eachEntry(list)].map(({ id }) => id)).toEqual(model.map(({ id }) => id));
			expect(list.size).toBe(model.length);
			expect(entryAt(list, model.length - 1)?.id).toBe(model.at(-1)?.id);
		}),
		{ numRuns: 60 },
	);
});
