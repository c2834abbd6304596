import { expect, test } from 'vitest';
import { setNewest } from '../../src/core/newest.js';

test('The oldest is forgotten; what is set again is new.', () => {
	const map = new Map<string, number>();
	for (const [at, key] of ['a', 'b', 'a', 'c'].entries()) setNewest(map, key, at, 2);
	expect([...map]).toEqual([
		['a', 2],
		['c', 3],
	]);
});
