import { expect, test } from 'vitest';
import { FORM_MARKS } from '../../../src/agent/requests/read-elicitation.js';
import { checkValue } from '../../../src/core/elicitation/check-value.js';
import type { FieldDraft, FormField } from '../../../src/core/elicitation/form.js';
import { readForm } from '../../../src/core/elicitation/read-form.js';

function fieldsOf(properties: Record<string, unknown>, required: readonly string[] = []): readonly FormField[] {
	const form = readForm({ type: 'object', properties, required }, FORM_MARKS);
	if ('because' in form) throw new Error(form.because);
	return form.fields;
}

function fieldOf(property: object, name = 'f'): FormField {
	const [field] = fieldsOf({ [name]: property });
	if (field === undefined) throw new Error('no field');
	return field;
}

const problemOf = (property: object, draft: FieldDraft): string | null => {
	const checked = checkValue(fieldOf(property).input, draft, true);
	return checked.ok ? null : checked.problem;
};

test.each([
	['password', {}, 'password'],
	['x', { title: 'API key for the registry' }, 'API key'],
	['githubToken', {}, 'Token'],
	['DB_PASSWORD', { title: 'Login' }, 'PASSWORD'],
	['pin', { type: 'integer' }, 'pin'],
	['otp', { title: 'One-time code' }, 'One-time code'],
	['maxTokens', { type: 'integer' }, undefined],
	['spinner', { title: 'Spinning pinwheel' }, undefined],
	['keyboard', { title: 'Which key opens it?' }, undefined],
	['remember', { type: 'boolean', title: 'Remember the password' }, undefined],
	['answer', { _meta: { codex: { isSecret: true } } }, 'secret'],
	['answer', { format: 'password' }, 'secret'],
	['answer', { writeOnly: true, title: 'Recovery phrase' }, 'Recovery phrase'],
	['code', { title: '2FA code' }, '2FA code'],
	['code', { type: ['string', 'null'], title: 'SSN' }, 'SSN'],
	['code', { type: undefined, title: 'PIN' }, 'PIN'],
])('The field %s %j asks for a secret: %s', (name, property, word) => {
	expect(fieldOf({ type: 'string', ...property }, name).secretWord).toBe(word);
});

test.each([
	['path', {}, true],
	['x', { title: 'Log file' }, true],
	['x', { description: 'The directory to begin in' }, true],
	['configPath', {}, true],
	['file_name', {}, true],
	['profile', { title: 'Profile' }, false],
	['site', { format: 'uri', title: 'Home page' }, false],
])('The field %s %j asks for a file or folder: %s', (name, property, isPath) => {
	expect(fieldOf({ type: 'string', ...property }, name).input).toMatchObject({ isPath });
});

test('An own answer and a note are known by the names and marks of agents, after the choice that they belong to', () => {
	const choice = { type: 'string', enum: ['a'] };
	const text = { type: 'string' };
	const codex = { ...text, _meta: { codex: { questionId: 'color', role: 'user_note' } } };
	const fields = fieldsOf({
		a_custom: text,
		q: choice,
		q_custom: text,
		q_note1: text,
		plain_custom: text,
		color: choice,
		n: codex,
	});
	expect(fields.map(({ name, otherOf, noteOf }) => [name, otherOf, noteOf])).toEqual([
		['a_custom', undefined, undefined],
		['q', undefined, undefined],
		['q_custom', 'q', undefined],
		['q_note1', undefined, 'q'],
		['plain_custom', undefined, undefined],
		['color', undefined, undefined],
		['n', undefined, 'color'],
	]);
});

test('Options have descriptions and previews, and older names beside an enum', () => {
	const meta = { _meta: { '_claude/askUserQuestionOption': { preview: '┌─┐\n└─┘\x1b[2J\n' } } };
	expect(fieldOf({ type: 'string', oneOf: [{ const: 'a', title: 'A', description: 'first', ...meta }] }).input).toEqual(
		{ type: 'choice', options: [{ value: 'a', title: 'A', description: 'first', preview: '┌─┐\n└─┘' }] },
	);
	expect(fieldOf({ type: 'string', enum: ['a', 'b'], enumNames: ['Eh', 'Bee'] }).input).toMatchObject({
		options: [{ title: 'Eh' }, { title: 'Bee' }],
	});
});

test.each([
	[{ type: 'string', default: 'a\tb\nc' }, 'a\tb\nc'],
	[{ type: 'string', default: 'a\u{e0041}' }, undefined],
	[{ type: 'string', default: 'a\u200bb' }, undefined],
	[{ type: 'string', default: 'a\u001b[2J' }, undefined],
	[{ type: 'string', enum: ['a'], default: 'z' }, undefined],
	[{ type: 'string', enum: ['a'], default: 'a' }, 'a'],
	[{ type: 'integer', default: 1.5 }, undefined],
	[{ type: 'integer', default: '3' }, undefined],
	[{ type: 'number', minimum: 2, default: 1 }, undefined],
	[{ type: 'number', default: 0 }, 0],
	[{ type: 'boolean', default: 'yes' }, undefined],
	[{ type: 'boolean', default: false }, false],
	[{ type: 'string', maxLength: 1, default: 'ab' }, undefined],
	[{ type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'a'] }, ['a', 'b']],
	[{ type: 'array', items: { enum: ['a', 'b'] }, default: ['c'] }, undefined],
])('The default of %j is %j', (property, value) => {
	const field = fieldOf(property);
	expect('default' in field.input ? field.input.default : undefined).toEqual(value);
	expect(field.remark !== undefined).toBe(value === undefined);
});

test.each([
	[{ type: 'number' }, '1,5', 'Write the number with a point, such as 1.5.'],
	[{ type: 'number' }, 'abc', 'Write a number, such as 12 or 1.5.'],
	[{ type: 'number' }, '1e-999', 'The number is too small: it would be read as 0.'],
	[{ type: 'integer' }, '1.5', 'Write a whole number, such as 12.'],
	[{ type: 'integer' }, '9007199254740993', 'The number is too large to be sent exactly.'],
	[{ type: 'integer', minimum: 1 }, '-0', 'At least 1.'],
	[{ type: 'integer', maximum: 65535 }, '70000', 'At most 65535.'],
	[{ type: 'string', minLength: 3 }, '😀😀', 'At least 3 characters: 2 now.'],
	[{ type: 'string', maxLength: 2 }, 'abc', 'At most 2 characters: 3 now.'],
	[{ type: 'string', pattern: '^a' }, 'b', 'It must match ^a'],
	[{ type: 'string', format: 'email' }, 'ada', 'Write an e-mail address, such as ada@example.com.'],
	[{ type: 'string', format: 'uri' }, 'src/a.ts', 'Write a whole address, such as https://example.com.'],
	[{ type: 'string', format: 'date' }, '2026-02-30', 'Write a date as year-month-day, such as 2026-11-23.'],
	[
		{ type: 'string', format: 'date-time' },
		'2026-11-23 25:00',
		'Write date and time, such as 2026-11-23 14:30 or 2026-11-23T14:30:00Z.',
	],
	[{ type: 'boolean' }, 'yes', 'Answer yes or no.'],
	[{ type: 'string', enum: ['a'] }, 'b', 'Choose one of the answers offered.'],
	[{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 }, ['a'], 'Choose at least 2.'],
	[{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b'], 'Choose at most 1.'],
	[{ type: 'string' }, '\ud83d', 'Characters that cannot be seen are not allowed here.'],
	[{ type: 'string' }, 'x'.repeat(100_001), 'At most 100000 characters: 100001 now.'],
] as const)('%j does not take %j', (property, draft, problem) => {
	expect(problemOf(property, draft)).toBe(problem);
});

test('A date and time without an offset gets that of this machine, and seconds', () => {
	const { input } = fieldOf({ type: 'string', format: 'date-time' });
	const checked = checkValue(input, '2026-11-23 14:30', true);
	const value = checked.ok ? String(checked.value) : '';
	expect(value).toMatch(/^2026-11-23T14:30:00[+-]\d\d:\d\d$/);
	expect(new Date(value).getTime()).toBe(new Date(2026, 10, 23, 14, 30).getTime());
});

test.each([[{ toString: 1, valueOf: 1 }], [nested(20_000)], [null], [7]])(
	'A form that requires what is no name is none: %#',
	(name) => {
		const form = readForm({ type: 'object', properties: {}, required: [name] }, FORM_MARKS);
		expect(form).toEqual({ because: expect.stringMatching(/^requires “.{1,60}”, which it does not describe$/) });
	},
);

test('Suggested answers of all fields together are checked within one bound; those beyond it are left out', () => {
	const fields = Array.from({ length: 100 }, (_, at) => [
		`f${at}`,
		{ type: 'string', pattern: `(?:[a-c]|[b-d]|[a-e])*z${at}|^a`, default: 'a'.repeat(40_000) },
	]);
	const start = performance.now();
	const form = readForm({ type: 'object', properties: Object.fromEntries(fields) }, FORM_MARKS);
	expect(performance.now() - start).toBeLessThan(3000);
	const inputs = 'fields' in form ? form.fields.map(({ input }) => 'default' in input) : [];
	expect(inputs[0]).toBe(true);
	expect(inputs.at(-1)).toBe(false);
});

function nested(levels: number): unknown {
	let value: unknown = 'x';
	for (let level = 0; level < levels; level += 1) value = [value];
	return value;
}
