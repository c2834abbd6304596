import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import {
	eachEntry,
	emptyEntries,
	entryAt,
	lastEntry,
	pushEntry,
	replaceEntry,
} from '../../../src/core/session/entries/entry-list.js';

const entry = (text: string): Entry => ({ kind: 'user', id: text, at: 0, text, blocks: [] });

test('The list does what an array does, and older versions stay as they were.', () => {
	const action = fc.oneof(
		{ weight: 8, arbitrary: fc.record({ push: fc.integer({ min: 1, max: 120 }) }) },
		{ weight: 3, arbitrary: fc.record({ replace: fc.integer({ min: -2, max: 900 }) }) },
	);
	fc.assert(
		fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
			let list = emptyEntries;
			let model: Entry[] = [];
			const versions: { list: typeof list; model: Entry[] }[] = [];
			let made = 0;
			for (const act of actions) {
				if ('push' in act) {
					for (let count = 0; count < act.push; count += 1) {
						const added = entry(`e${made++}`);
						list = pushEntry(list, added);
						model = [...model, added];
					}
				} else {
					const changed = entry(`r${made++}`);
					list = replaceEntry(list, act.replace, changed);
					model = model.map((old, index) => (index === act.replace ? changed : old));
				}
				versions.push({ list, model });
			}
			for (const version of versions) {
				expect([...eachEntry(version.list)]).toEqual(version.model);
				expect(version.list.size).toBe(version.model.length);
				expect(lastEntry(version.list)).toBe(version.model.at(-1));
				for (const index of [-1, 0, 255, 256, version.model.length]) {
					expect(entryAt(version.list, index)).toBe(index < 0 ? undefined : version.model[index]);
				}
			}
		}),
		{ numRuns: 60 },
	);
});

test('Replacing outside the list changes nothing.', () => {
	const list = pushEntry(emptyEntries, entry('a'));
	expect(replaceEntry(list, 1, entry('b'))).toBe(list);
	expect(replaceEntry(list, -1, entry('b'))).toBe(list);
});
