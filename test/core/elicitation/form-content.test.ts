import { expect, test } from 'vitest';
import type { FieldDraft, Form } from '../../../src/core/elicitation/form.js';
import { contentOf, draftOf } from '../../../src/core/elicitation/form-content.js';
import { readForm } from '../../../src/core/elicitation/read-form.js';
import { NO_MARKS } from './no-marks.js';

function formOf(properties: Record<string, unknown>, required: readonly string[] = []): Form {
	const form = readForm({ type: 'object', properties, required }, NO_MARKS);
	if ('because' in form) throw new Error(form.because);
	return form;
}

const drafts = (given: Record<string, FieldDraft>) => new Map(Object.entries(given));

test('only keys of the schema are sent: numbers are numbers, choices stand in its order, what is empty is absent', () => {
	const form = formOf(
		{
			name: { type: 'string' },
			note: { type: 'string' },
			count: { type: 'integer' },
			ratio: { type: 'number' },
			sure: { type: 'boolean' },
			fruits: { type: 'array', items: { enum: ['apple', 'pear', 'plum'] } },
			none: { type: 'array', items: { enum: ['a'] } },
		},
		['name'],
	);
	const given = {
		name: 'Ada',
		note: '',
		count: ' 12 ',
		ratio: '1.50',
		sure: false,
		fruits: ['plum', 'apple'],
		none: [],
	};
	expect(contentOf(form, drafts({ ...given, other: 'x' }))).toEqual({
		ok: true,
		content: { name: 'Ada', count: 12, ratio: 1.5, sure: false, fruits: ['apple', 'plum'] },
	});
});

test('what is missing or wrong is said field by field', () => {
	const form = formOf({ a: { type: 'string' }, b: { type: 'integer', maximum: 3 }, c: { type: 'boolean' } }, [
		'a',
		'c',
	]);
	const read = contentOf(form, drafts({ a: '', b: '4' }));
	expect(read.ok ? [] : read.problems.map(({ name, problem }) => `${name}: ${problem}`)).toEqual([
		'a: An answer is needed.',
		'b: At most 3.',
		'c: An answer is needed.',
	]);
});

test('what the agent suggests is sent unless it is changed or left out', () => {
	const form = formOf({
		n: { type: 'number', default: 2 },
		t: { type: 'string', default: 'x' },
		b: { type: 'boolean' },
	});
	const [first] = form.fields;
	expect(first === undefined ? null : draftOf(first, drafts({}))).toBe('2');
	expect(contentOf(form, drafts({}))).toEqual({ ok: true, content: { n: 2, t: 'x' } });
	expect(contentOf(form, drafts({ n: null, t: '' }))).toEqual({ ok: true, content: {} });
});

test('a field called __proto__ or constructor is a key like any other', () => {
	const form = formOf(JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}'));
	const read = contentOf(
		form,
		new Map([
			['__proto__', 'a'],
			['constructor', 'b'],
		]),
	);
	expect(read.ok ? JSON.stringify(read.content) : '').toBe('{"__proto__":"a","constructor":"b"}');
});
