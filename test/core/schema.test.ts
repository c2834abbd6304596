import { expect, test } from 'vitest';
import {
	byName,
	either,
	exactly,
	list,
	number,
	optional,
	orNull,
	type Reader,
	shape,
	text,
	unlogged,
	variant,
} from '../../src/core/schema.js';

const NAME = text(100);
const named = shape({ name: NAME });
const AT_LARGE = { name: 'a', secret: 's' };

test.each<readonly [string, Reader<unknown>, unknown, unknown]>([
	['an object', named, AT_LARGE, { name: 'a' }],
	['an optional field', shape({ of: optional(named) }), { of: AT_LARGE }, { of: { name: 'a' } }],
	['a field without a value', shape({ of: optional(named) }), { of: undefined }, {}],
	['a list', list(named, 9), [AT_LARGE, AT_LARGE], [{ name: 'a' }, { name: 'a' }]],
	['null', orNull(named), null, null],
	['what may be null', orNull(named), AT_LARGE, { name: 'a' }],
	['items by name', byName(named, 9), { of: AT_LARGE }, { of: { name: 'a' } }],
	['plain items by name', byName(NAME, 9), { of: 'a' }, { of: 'a' }],
	['the first of two', either(named, shape({ count: number })), AT_LARGE, { name: 'a' }],
	['the second of two', either(shape({ count: number }), named), AT_LARGE, { name: 'a' }],
	['a member', variant('type', { a: { name: NAME } }), { ...AT_LARGE, type: 'a' }, { type: 'a', name: 'a' }],
	['a member of no fields', variant('type', { a: {} }), { ...AT_LARGE, type: 'a' }, { type: 'a' }],
	['a member that is not logged', variant('type', { a: unlogged<object>() }), { type: 'a', secret: 's' }, undefined],
	['a constant', shape({ type: exactly('a') }), { secret: 's', type: 'a' }, { type: 'a' }],
])('%s is written with what its schema names, and nothing else', (_, schema, value, written) => {
	expect(schema.write?.(value)).toEqual(written);
});

test('the order of the fields stays as it is', () => {
	const schema = shape({ one: NAME, two: NAME });
	expect(Object.keys(schema.write?.({ two: 'b', one: 'a' }) as object)).toEqual(['two', 'one']);
});
