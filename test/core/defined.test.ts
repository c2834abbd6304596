import { expect, test } from 'vitest';
import { defined } from '../../src/core/defined.js';

test('fields without a value are left out, all others stay', () => {
	expect(Object.keys(defined({ hint: undefined, detail: '', count: 0, gone: null, is: false }))).toEqual([
		'detail',
		'count',
		'gone',
		'is',
	]);
});
