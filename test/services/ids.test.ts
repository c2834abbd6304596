import { expect, test } from 'vitest';
import { createIds } from '../../src/services/ids.js';

test('ids are unique, within one source and between two', () => {
	const [first, second] = [createIds(), createIds()];
	const ids = Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? first : second).next('ask'));
	expect(new Set(ids).size).toBe(2000);
	expect(ids[0]).toMatch(/^ask-1-[0-9a-f]{8}$/);
});
