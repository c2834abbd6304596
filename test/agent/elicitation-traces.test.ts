import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FORM_MARKS } from '../../src/agent/requests/read-elicitation.js';
import type { FieldDraft, Form } from '../../src/core/elicitation/form.js';
import { contentOf } from '../../src/core/elicitation/form-content.js';
import { readForm } from '../../src/core/elicitation/read-form.js';

/** The form that a real agent asked with, as it was recorded. */
function recorded(trace: string): Form {
	const file = new URL(`../fixtures/traces/${trace}.jsonl`, import.meta.url);
	const [params] = readFileSync(file, 'utf8')
		.split('\n')
		.filter((line) => line.includes('"elicitation/create"'))
		.map((line) => (JSON.parse(line) as { msg: { params: { requestedSchema: unknown } } }).msg.params);
	const form = readForm(params?.requestedSchema, FORM_MARKS);
	if ('because' in form) throw new Error(form.because);
	return form;
}

const shape = ({ fields }: Form) =>
	fields.map(({ name, isRequired, otherOf, noteOf, input }) => [name, input.type, isRequired, { otherOf, noteOf }]);
const sent = (form: Form, drafts: Record<string, FieldDraft>) => contentOf(form, new Map(Object.entries(drafts)));

test('Claude asks for choices, each with room for an own answer; nothing is required', () => {
	const form = recorded('claude/ask');
	expect(shape(form)).toEqual([
		['question_0', 'choice', false, {}],
		['question_0_custom', 'text', false, { otherOf: 'question_0' }],
		['question_1', 'choices', false, {}],
		['question_1_custom', 'text', false, { otherOf: 'question_1' }],
	]);
	expect(sent(form, {})).toEqual({ ok: true, content: {} });
	expect(sent(form, { question_0: 'Red', question_0_custom: 'dark', question_1: ['Pear', 'Apple'] })).toEqual({
		ok: true,
		content: { question_0: 'Red', question_0_custom: 'dark', question_1: ['Apple', 'Pear'] },
	});
});

test('Codex requires its choices; a note alone is “None of the above”', () => {
	const form = recorded('codex/ask-plan');
	expect(shape(form)).toEqual([
		['color', 'choice', true, {}],
		['color_note', 'text', false, { noteOf: 'color' }],
		['fruits', 'choice', true, {}],
		['fruits_note', 'text', false, { noteOf: 'fruits' }],
	]);
	expect(sent(form, { color: 'Red' })).toMatchObject({ ok: false, problems: [{ name: 'fruits' }] });
	expect(sent(form, { color: 'Red', fruits_note: 'plums' })).toEqual({
		ok: true,
		content: { color: 'Red', fruits: 'None of the above', fruits_note: 'plums' },
	});
});
