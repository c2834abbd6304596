import { expect, test } from 'vitest';
import { textsLeft } from '../../src/app/client-methods/sandboxed/texts-left.js';
import { succeed } from '../../src/core/failure.js';
import type { ShadowChange } from '../../src/core/shadow/shadow-change.js';

const files = (count: number) =>
	Array.from(
		{ length: count },
		(_, index): ShadowChange => ({
			...{ path: `${index}`, status: 'modified', kind: 'file', added: 1, removed: 0, conflict: null, version: 'v' },
		}),
	);
const of = (length: number) => ({ texts: async () => succeed({ before: null, after: 'x'.repeat(length) }) });
const allowed = (left: ReadonlyMap<string, string>) => ({ title: '', shown: '', paths: [], isOpenEnded: false, left });

test('Of a turn’s commands no more is kept than is compared at its end.', async () => {
	expect((await textsLeft(of(200_001), files(3), [])).size).toBe(0);
	const first = await textsLeft(of(150_000), files(20), []);
	expect(first.size).toBe(13);
	expect((await textsLeft(of(25_000), files(20), [allowed(first)])).size).toBe(2);
});
