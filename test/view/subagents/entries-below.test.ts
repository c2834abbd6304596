import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import { depthOf, parentIdOf } from '../../../src/core/session/entries/entry-depth.js';
import { eachEntry, entriesOf, insertEntry, LEAF, replaceEntry } from '../../../src/core/session/entries/entry-list.js';
import { createEntriesBelow } from '../../../src/view/subagents/transcript-view.js';

const words = (id: string, depth: number): Entry => ({
	kind: 'message',
	id,
	at: 0,
	text: id,
	isStreaming: false,
	...(depth === 0 ? {} : { depth, parentId: 'card' }),
});
const card: Entry = {
	kind: 'tool',
	id: 'card',
	at: 0,
	call: {
		id: 'card',
		title: 'Card',
		kind: 'other',
		status: 'in_progress',
		content: [],
		locations: [],
		startedAt: 0,
		terminals: [],
	},
};
const FIRST: Entry = { kind: 'user', id: 'prompt', at: 0, text: 'Do it', blocks: [] };

test('What stands below a card is a list of its own, from depth 0 on, whatever stands before and behind it.', () => {
	const many = Array.from({ length: 3 * LEAF }, (_, index) => words(`w${index}`, 1 + (index % 3)));
	const list = entriesOf([words('a', 0), card, ...many, words('b', 0)]);
	const below = createEntriesBelow()(list, 1, FIRST);
	const entries = [...eachEntry(below)];
	expect(below.size).toBe(many.length + 1);
	expect(entries.map(({ id }) => id)).toEqual(['prompt', ...many.map(({ id }) => id)]);
	expect(entries.slice(1).map(depthOf)).toEqual(many.map((entry) => depthOf(entry) - 1));
	expect(entries.filter((entry) => depthOf(entry) === 0).every((entry) => parentIdOf(entry) === undefined)).toBe(true);
	expect(below.leaves.slice(0, -1).every((leaf) => leaf.length === LEAF)).toBe(true);
});

test('After any change it is what it would be if it were made anew, and entries that did not change stay the same objects.', () => {
	const change = fc.record({
		what: fc.constantFrom('insert', 'replace', 'before', 'behind'),
		at: fc.nat(5000),
		depth: fc.integer({ min: 1, max: 4 }),
	});
	fc.assert(
		fc.property(fc.nat(2 * LEAF), fc.array(change, { maxLength: 20 }), fc.boolean(), (count, changes, hasFirst) => {
			const below = createEntriesBelow();
			let at = 3;
			let inside = count;
			let list = entriesOf([
				...Array.from({ length: at }, (_, index) => words(`p${index}`, 0)),
				card,
				...Array.from({ length: count }, (_, index) => words(`w${index}`, 1)),
			]);
			const first = hasFirst ? FIRST : null;
			let before = new Map<string, Entry>();
			changes.forEach((one, index) => {
				const place = at + 1 + (one.at % (inside + 1));
				if (one.what === 'before') {
					list = insertEntry(list, 0, words(`x${index}`, 0));
					at += 1;
				} else if (one.what === 'insert') {
					list = insertEntry(list, place, words(`x${index}`, one.depth));
					inside += 1;
				} else if (one.what === 'replace' && inside > 0) {
					list = replaceEntry(list, at + 1 + (one.at % inside), words(`x${index}`, one.depth));
				} else list = insertEntry(list, at + 1 + inside, words(`y${index}`, 0));
				const now = below(list, at, first);
				expect(now).toEqual(createEntriesBelow()(list, at, first));
				const known = new Map([...eachEntry(now)].map((entry) => [entry.id, entry]));
				for (const [id, entry] of known) if (before.has(id)) expect(entry).toBe(before.get(id));
				before = known;
			});
		}),
		{ numRuns: process.env['ACP_TUI_LONG'] === '1' ? 2000 : 60 },
	);
});
