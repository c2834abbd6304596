import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORM_MARKS } from '../../../src/agent/requests/read-elicitation.js';
import { checkValue } from '../../../src/core/elicitation/check-value.js';
import type { FieldDraft, Form, FormDrafts } from '../../../src/core/elicitation/form.js';
import { contentOf } from '../../../src/core/elicitation/form-content.js';
import { readForm } from '../../../src/core/elicitation/read-form.js';
import { type AnySchema, answers, schemas } from './schemas.js';

const numRuns = process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 300;
const ajv = new AjvJsonSchemaValidator();

/** What ajv says of the content; null where it takes the schema for none. Patterns that explode are not for it. */
function isValid(schema: AnySchema, content: unknown): boolean | null {
	try {
		return ajv.getValidator(schema)(content).valid;
	} catch {
		return null;
	}
}

/** Drafts that a user makes who tries, field by field, until something is taken; nothing where nothing is. */
function draftsFor(form: Form, given: readonly FieldDraft[]): FormDrafts {
	const drafts = new Map<string, FieldDraft>();
	for (const [index, field] of form.fields.entries()) {
		const options = 'options' in field.input ? field.input.options.map(({ value }) => value) : [];
		const tried = [...given.slice(index), ...given.slice(0, index), ...options, options, options.slice(0, 1)];
		const taken = tried.find((draft) => checkValue(field.input, draft, field.isRequired).ok);
		if (taken !== undefined) drafts.set(field.name, taken);
	}
	return drafts;
}

/**
 * The schema without what is said to be checked by the agent alone. Its names get a letter in front, as ajv finds
 * `toString` in every object.
 */
function checkable(schema: AnySchema, form: Form): AnySchema {
	const rows = form.fields.map(({ name, remark }) => {
		const property = Object.entries(schema['properties'] as object).find(([key]) => key === name)?.[1] as object;
		const isUnchecked = remark?.includes('cannot check') === true;
		const unchecked = isUnchecked ? { pattern: undefined, multipleOf: undefined, format: undefined } : {};
		// What is offered twice matches twice.
		const isRepeated = remark?.includes('more than once') === true && 'oneOf' in property;
		const repeated = isRepeated ? { oneOf: undefined, anyOf: property.oneOf } : {};
		return [named(name), JSON.parse(JSON.stringify({ ...property, ...unchecked, ...repeated }))] as const;
	});
	return { ...schema, properties: Object.fromEntries(rows), required: (schema['required'] as string[]).map(named) };
}

const named = (name: string): string => `n${name}`;

test('Whatever form is asked and whatever is answered, what is sent is valid, and no key is lost', () => {
	let sent = 0;
	let compared = 0;
	fc.assert(
		fc.property(schemas, fc.array(answers, { minLength: 1, maxLength: 12 }), (schema, given) => {
			const form = readForm(schema, FORM_MARKS);
			if ('because' in form) {
				expect(form.because).toMatch(/^(has|requires|offers) /);
				return;
			}
			expect(form.fields.map(({ name }) => name)).toEqual(Object.keys(schema['properties'] as object));
			const drafts = draftsFor(form, given);
			const read = contentOf(form, drafts);
			if (!read.ok) {
				for (const { name, problem } of read.problems) {
					expect(form.fields.find((field) => field.name === name)?.isRequired).toBe(true);
					expect(problem).toMatch(/\.$|^It must match /);
				}
				return;
			}
			sent += 1;
			const overTheWire = JSON.parse(JSON.stringify(read.content)) as Record<string, unknown>;
			for (const field of form.fields) {
				const draft = drafts.get(field.name);
				const checked = draft === undefined ? null : checkValue(field.input, draft, field.isRequired);
				if (checked?.ok !== true || checked.value === undefined) continue;
				expect(Object.hasOwn(overTheWire, field.name)).toBe(true);
				expect(Object.entries(overTheWire).find(([key]) => key === field.name)?.[1]).toEqual(checked.value);
			}
			for (const name of Object.keys(overTheWire))
				expect(Object.hasOwn(schema['properties'] as object, name)).toBe(true);
			const verdict = isValid(
				checkable(schema, form),
				Object.fromEntries(Object.entries(overTheWire).map(([key, value]) => [named(key), value])),
			);
			if (verdict !== null) compared += 1;
			expect([verdict, schema, overTheWire]).toEqual([verdict === null ? null : true, schema, overTheWire]);
		}),
		{ numRuns },
	);
	expect(sent).toBeGreaterThan(numRuns / 4);
	expect(compared).toBeGreaterThan(numRuns / 8);
});

test('Whatever a schema is, it is read, or the words say why not', () => {
	fc.assert(
		fc.property(fc.anything({ maxDepth: 4, withNullPrototype: true }), fc.boolean(), (value, isField) => {
			const form = readForm(isField ? { properties: { field: value } } : value, FORM_MARKS);
			if ('because' in form) expect(form.because).not.toBe('');
			else expect(contentOf(form, new Map()).ok).toBe(true);
		}),
		{ numRuns },
	);
});
