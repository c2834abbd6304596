import type { CreateElicitationRequest } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { FORM_MARKS } from '../../src/agent/requests/read-elicitation.js';
import { contentOf } from '../../src/core/elicitation/form-content.js';
import { readForm } from '../../src/core/elicitation/read-form.js';
import { FULL, startDemo } from './harness.js';

const kinds = ['clarify', 'confirm', 'choose', 'several', 'type', 'file', 'secret', 'agree', 'long'];

test.each(['/ask', ...kinds.map((kind) => `/form ${kind}`)])(
	'%s asks with a form that can be filled in, and shows the answer',
	async (prompt) => {
		const asked: CreateElicitationRequest[] = [];
		const demo = await startDemo({
			elicit: (request) => {
				asked.push(request);
				return { action: 'accept', content: { answer: 'forty-two' } };
			},
		});
		expect(await demo.prompt(prompt)).toBe('end_turn');
		expect(demo.said).toContain('forty-two');
		const [request] = asked;
		const form = readForm(
			request !== undefined && 'requestedSchema' in request ? request.requestedSchema : null,
			FORM_MARKS,
		);
		expect(form).not.toHaveProperty('because');
	},
);

test('/form odd sends two forms that cannot be asked by, and one whose warnings are named', async () => {
	const forms: unknown[] = [];
	const demo = await startDemo({
		elicit: (request) => {
			forms.push(readForm('requestedSchema' in request ? request.requestedSchema : null, FORM_MARKS));
			return { action: 'cancel' };
		},
	});
	expect(await demo.prompt('/form odd')).toBe('end_turn');
	expect(forms.slice(0, 2)).toEqual([
		{ because: 'has more than 100 fields' },
		{ because: 'requires “n”, which has limits that no answer can meet' },
	]);
	const form = forms[2];
	if (typeof form !== 'object' || form === null || !('fields' in form)) throw new Error('no form');
	if (!Array.isArray(form.fields)) throw new Error('no fields');
	// The client of the SDK, which the test uses, loses a field called __proto__.
	expect(form.fields.slice(-5)).toMatchObject([
		{ name: 'slow', input: { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } },
		{ remark: expect.stringContaining('the agent does') },
		{ remark: expect.stringContaining('left out') },
		{ input: { options: [{ title: 'Yes (a)' }, { title: 'Yes (b)' }] } },
		{ input: { type: 'unknown' } },
	]);
});

test('A client that cannot be asked hears so, and the turn goes on', async () => {
	const demo = await startDemo({ capabilities: FULL });
	expect(await demo.prompt('/form two')).toBe('end_turn');
	expect(demo.said).toContain('That question came back');
	expect(await demo.prompt('/form nonsense')).toBe('end_turn');
	expect(demo.said).toContain('I do not know that form');
});

test('Words in the note of a choice with “None of the above” choose that option', () => {
	const question = {
		type: 'string',
		oneOf: [
			{ const: 'Red', title: 'Red' },
			{ const: 'None of the above', title: 'None of the above' },
		],
	};
	const note = { type: 'string', _meta: { codex: { questionId: 'color', role: 'user_note' } } };
	const form = readForm({ properties: { color: question, color_note: note }, required: ['color'] }, FORM_MARKS);
	if ('because' in form) throw new Error(form.because);
	expect(contentOf(form, new Map([['color_note', 'green']]))).toEqual({
		ok: true,
		content: { color: 'None of the above', color_note: 'green' },
	});
	expect(
		contentOf(
			form,
			new Map([
				['color_note', 'dark'],
				['color', 'Red'],
			]),
		),
	).toEqual({ ok: true, content: { color: 'Red', color_note: 'dark' } });
	expect(contentOf(form, new Map())).toMatchObject({ ok: false });
});
