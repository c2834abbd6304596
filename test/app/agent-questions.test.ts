import { expect, test } from 'vitest';
import { quirksOf } from '../../src/agent/quirks.js';
import { createTranslator } from '../../src/agent/translate/translator.js';
import type { PermissionRequest } from '../../src/core/permission-request.js';
import { MODES } from '../../src/core/policy/types.js';
import { rule } from '../core/policy/requests.js';
import { answer, asks, cards, decisions, never, settle, type World, working } from './world.js';

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
	const { request } = createTranslator(quirksOf('')).permission({ sessionId: 's1', toolCall, options });
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

async function words(world: World, text: string): Promise<void> {
	const questionId = front(world)?.id ?? '';
	world.app.dispatch({ type: 'answer', questionId, outcome: { type: 'selected', optionId: '', words: text } });
	await settle();
}

test.each(MODES)('A question of the agent is answered by nobody but the user, in %s mode.', async (mode) => {
	for (const request of [asked, unknown]) {
		const world = await working({ mode, isBypassAllowed: true, rules: [rule('Think'), rule('Other')] });
		const outcome = world.host.requestPermission(request, never);
		await settle();
		expect(asks(world)).toBe(1);
		expect(front(world)).toMatchObject({ kind: 'agent-question' });
		await answer(world, null);
		expect(await outcome).toEqual({ type: 'cancelled' });
	}
});

test('Questions are asked one by one, with their choices, and answered by choice, by several, or in words.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(asked, never);
	await settle();
	expect(front(world)?.request).toMatchObject({
		title: 'Colour: Which colour do you want? (1 of 2)',
		toolInput: {
			fields: [
				{ name: 'Red', value: 'A warm colour' },
				{ name: 'Blue', value: 'A cool colour' },
			],
		},
	});
	expect(names(world)).toEqual(['Red', 'Blue', 'Cancel the questions']);
	await answer(world, 'choice-1');
	expect(front(world)?.request.title).toBe('Fruits: Which fruits? (2 of 2)');
	await answer(world, 'choice-0');
	expect(names(world)).toEqual(['Pear', 'Plum', 'That is all', 'Cancel the questions']);
	await answer(world, 'choice-1');
	await answer(world, 'all-chosen');
	expect(await outcome).toEqual({
		type: 'selected',
		optionId: 'proceed_once',
		answers: { '0': 'Blue', '1': 'Apple, Plum' },
	});
	expect(decisions(world)).toEqual(['allowed user']);
});

test('Words of the user are an answer of their own.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(asked, never);
	await settle();
	await words(world, 'Something greenish');
	expect(cards(world)[0]).not.toHaveProperty('verdict');
	await words(world, 'None');
	expect(await outcome).toMatchObject({ answers: { '0': 'Something greenish', '1': 'None' } });
	expect(cards(world)[0]?.verdict).toEqual({ decision: 'allowed', because: 'you answered' });
});

test('A question that is cancelled half way answers nothing.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(asked, never);
	await settle();
	await answer(world, 'choice-0');
	await answer(world, 'cancel-questions');
	expect(await outcome).toEqual({ type: 'selected', optionId: 'cancel' });
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
