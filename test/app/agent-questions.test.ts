import { expect, test } from 'vitest';
import { createTranslator } from '../../src/agent/translate/translator.js';
import type { FieldDraft, FormAnswer } from '../../src/core/elicitation/form.js';
import type { PermissionRequest } from '../../src/core/permission-request.js';
import { MODES } from '../../src/core/policy/policy-types.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import { rule } from '../core/policy/requests.js';
import { answer, asksNow, cards, decisions, happen, never, settle, type World, working } from './world.js';

const QUESTIONS = [
	{
		question: 'Which colour do you want?',
		header: 'Colour',
		multiSelect: false,
		options: [
			{ label: 'Red', description: 'A warm colour' },
			{ label: 'Blue', description: 'A cool colour' },
		],
	},
	{
		question: 'Which fruits?',
		header: 'Fruits',
		multiSelect: true,
		options: [{ label: 'Apple', description: 'Crunchy' }, { label: 'Pear' }, { label: 'Plum' }],
	},
];

function ask(parts: object): PermissionRequest {
	const options = [
		{ optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
		{ optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
	];
	const toolCall = { toolCallId: 'c', kind: 'think', title: 'Ask user 2 questions', ...parts };
	const { request } = createTranslator().permission({ sessionId: 's1', toolCall, options });
	if (!request.ok) throw new Error(request.failure.message);
	return request.value;
}

/** As Qwen asks. */
const asked = ask({
	rawInput: { questions: QUESTIONS },
	_meta: { toolName: 'ask_user_question', qwenInteractionKind: 'user_question', qwenQuestions: QUESTIONS },
});
/** The same by an agent of which nobody knows how it takes answers. */
const unknown = ask({ kind: 'other', rawInput: { Questions: QUESTIONS } });

const front = (world: World) => {
	const [question] = world.app.getState().questions;
	return question?.kind === 'agent-question' ? question : undefined;
};
const names = (world: World) => front(world)?.options.map(({ name }) => name);

const asForm = (world: World) => {
	const [question] = world.app.getState().questions;
	return question?.kind === 'elicitation-form' ? question : undefined;
};

async function give(world: World, answer: FormAnswer): Promise<void> {
	await happen(world, { type: 'answer-form', questionId: asForm(world)?.id ?? '', answer });
}

const accept = (drafts: Record<string, FieldDraft>): FormAnswer => ({
	action: 'accept',
	drafts: new Map(Object.entries(drafts)),
});

test.each(MODES)('A question of the agent is answered by nobody but the user, in %s mode.', async (mode) => {
	for (const request of [asked, unknown]) {
		const world = await working({ mode, isBypassAllowed: true, rules: [rule('Think'), rule('Other')] });
		const outcome = world.host.requestPermission(request, never);
		expect(await asksNow(world)).toBe(1);
		expect(front(world) ?? asForm(world)).toBeDefined();
		if (asForm(world) !== undefined) {
			await give(world, { action: 'cancel' });
			expect(await outcome).toEqual({ type: 'selected', optionId: 'cancel' });
		} else {
			await answer(world, null);
			expect(await outcome).toEqual({ type: 'cancelled' });
		}
	}
});

test('Questions are a form with their choices and room for an own answer, and the answers go by their places.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(asked, never);
	await settle();
	expect(asForm(world)).toMatchObject({ agent: 'Fake', toolCallId: 'c', blocksTurn: true });
	const other = { title: 'Other', isRequired: false, input: { type: 'text', isPath: false } };
	expect(asForm(world)?.form.fields).toEqual([
		{
			name: 'question-0',
			title: 'Colour',
			description: 'Which colour do you want?',
			isRequired: false,
			input: {
				type: 'choice',
				options: [
					{ value: 'Red', title: 'Red', description: 'A warm colour' },
					{ value: 'Blue', title: 'Blue', description: 'A cool colour' },
				],
			},
		},
		{ ...other, name: 'question-0-other', otherOf: 'question-0' },
		{
			name: 'question-1',
			title: 'Fruits',
			description: 'Which fruits?',
			isRequired: false,
			input: {
				type: 'choices',
				options: [
					{ value: 'Apple', title: 'Apple', description: 'Crunchy' },
					{ value: 'Pear', title: 'Pear' },
					{ value: 'Plum', title: 'Plum' },
				],
			},
		},
		{ ...other, name: 'question-1-other', otherOf: 'question-1' },
	]);
	await give(world, accept({ 'question-0': 'Blue', 'question-1': ['Plum', 'Apple'], 'question-1-other': 'Kiwi' }));
	expect(await outcome).toEqual({
		type: 'selected',
		optionId: 'proceed_once',
		answers: { '0': 'Blue', '1': 'Apple, Plum, Kiwi' },
	});
	expect(decisions(world)).toEqual(['allowed user']);
	expect(cards(world)[0]?.verdict).toEqual({ decision: 'allowed', because: 'you answered' });
	const note = [...eachEntry(world.app.getState().entries)].find((entry) => entry.kind === 'note');
	expect(note).toMatchObject({
		title: 'Fake asked you',
		detail: 'Colour: Which colour do you want? Blue\nFruits: Which fruits? Apple, Plum · Kiwi',
	});
});

test('A question without choices takes a text, and one that asks for a secret says so.', async () => {
	const world = await working();
	const questions = [
		{ question: 'What is your API key?' },
		{ question: 'Why?', options: [{ label: 'A' }, { label: 'A' }] },
	];
	const request = ask({
		rawInput: { questions },
		_meta: { qwenInteractionKind: 'user_question', qwenQuestions: questions },
	});
	const outcome = world.host.requestPermission(request, never);
	await settle();
	expect(asForm(world)?.form.fields).toMatchObject([
		{ title: 'What is your API key?', isRequired: true, secretWord: 'API key', input: { type: 'text' } },
		{ title: 'Why?', input: { options: [{ value: 'A' }] } },
		{ title: 'Other' },
	]);
	await give(world, accept({ 'question-0': 'k' }));
	expect(await outcome).toMatchObject({ answers: { '0': 'k' } });
});

test.each(['decline', 'cancel'] as const)(
	'%s answers with the agent’s own no, and nothing is sent.',
	async (action) => {
		const world = await working();
		const outcome = world.host.requestPermission(asked, never);
		await settle();
		await give(world, { action });
		expect(await outcome).toEqual({ type: 'selected', optionId: 'cancel' });
	},
);

test('A turn that is stopped cancels the question.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(asked, never);
	await settle();
	world.app.dispatch({ type: 'cancel' });
	expect(await outcome).toEqual({ type: 'cancelled' });
});

test('Where nobody knows how to answer, all is shown and the options say what they do; none has a letter for yes.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(unknown, never);
	await settle();
	expect(names(world)).toEqual(['Submit without answers (Submit)', 'Cancel, and answer in a message (Cancel)']);
	expect(front(world)?.options.map(({ kind }) => kind)).toEqual(['unknown', 'reject_once']);
	expect(front(world)?.request.toolInput?.fields).toContainEqual({
		name: 'Colour',
		value: 'Which colour do you want?',
	});
	expect(front(world)?.request.toolInput?.fields).toContainEqual({ name: '· Apple', value: 'Crunchy' });
	await answer(world, 'proceed_once');
	expect(await outcome).toEqual({ type: 'selected', optionId: 'proceed_once' });
});

test.each<[string, object]>([
	['one question with choices', { question: 'Red?', options: ['yes', 'no'] }],
	['a list of words', { questions: ['Red?'] }],
	['other names', { Questions: [{ prompt: 'Red?', choices: [{ name: 'yes' }] }] }],
])('A question is known by %s.', (_, rawInput) => {
	expect(ask({ rawInput }).questions?.items).toMatchObject([{ text: 'Red?' }]);
});

test.each<[string, object]>([
	['a thought', { thought: 'Red?' }],
	['a question without choices', { question: 'Red?' }],
	['no questions', { questions: [] }],
])('%s asks the user nothing.', (_, rawInput) => {
	expect(ask({ rawInput }).questions).toBeUndefined();
});

test('What also runs something is asked about as that, in bypass too.', async () => {
	const world = await working({ mode: 'bypassPermissions', isBypassAllowed: true });
	void world.host.requestPermission(ask({ rawInput: { questions: QUESTIONS, command: 'rm x' } }), never);
	await settle();
	expect(world.app.getState().questions[0]).toMatchObject({
		kind: 'permission',
		request: { command: { line: 'rm x' } },
	});
});

test('Answers allow nothing that stands beside the questions.', async () => {
	for (const more of [{ path: '/w/src' }, { op: 'delete' }, { args: ['x'] }]) {
		const world = await working({ mode: 'bypassPermissions', isBypassAllowed: true });
		const meta = { qwenInteractionKind: 'user_question' };
		const request = ask({ kind: 'other', rawInput: { questions: QUESTIONS, ...more }, _meta: meta });
		void world.host.requestPermission(request, never);
		await settle();
		expect(world.app.getState().questions[0]).toMatchObject({ kind: 'permission' });
	}
});

test('Without a user it is cancelled, and said.', async () => {
	const world = await working({ isHeadless: true });
	expect(await world.host.requestPermission(asked, never)).toEqual({ type: 'selected', optionId: 'cancel' });
	expect(decisions(world)).toEqual(['denied policy']);
});
