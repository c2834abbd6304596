import { expect, test } from 'vitest';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';

const key = 'a key';
const long = Array.from({ length: 3000 }, () => [{ text: 'x' }]);
const entryOf = (id: number): Entry => ({ kind: 'message', id: `m${id}`, at: 0, text: '', isStreaming: false });

test('What every frame looks at stays drawn however much passes by, and what nobody looks at goes', () => {
	const cache = createRenderCache();
	const inView = [entryOf(-1), entryOf(-2), entryOf(-3)];
	const look = (): void => {
		for (const entry of inView) cache.lines(entry, key, () => long);
	};
	const first = entryOf(0);
	cache.lines(first, key, () => long);
	look();
	for (let passing = 1; passing <= 50; passing += 1) {
		cache.lines(entryOf(passing), key, () => long);
		look();
	}
	expect(cache.drawn()).toBe(1 + inView.length + 50);
	cache.lines(first, key, () => long);
	expect(cache.drawn()).toBe(1 + inView.length + 51);
});
