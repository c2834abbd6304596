import { describe, expect, test } from 'vitest';
import { FORM_MARKS } from '../../src/agent/requests/read-elicitation.js';
import type { ElicitationRequest } from '../../src/core/elicitation/elicitation.js';
import type { FieldDraft, FormAnswer } from '../../src/core/elicitation/form.js';
import { readForm } from '../../src/core/elicitation/read-form.js';
import type { FormElicitationQuestion } from '../../src/core/session/question.js';
import {
	asks,
	asksNow,
	begin,
	createWorld,
	end,
	happen,
	never,
	notes,
	noteTexts,
	noteTitles,
	type World,
	working,
} from './world.js';

const SCHEMA = {
	properties: {
		color: {
			type: 'string',
			title: 'Colour',
			oneOf: [
				{ const: 'r', title: 'Red' },
				{ const: 'b', title: 'Blue' },
			],
		},
		fruits: { type: 'array', title: 'Fruits', items: { enum: ['apple', 'pear'] } },
		count: { type: 'integer', title: 'Count' },
		sure: { type: 'boolean', title: 'Sure?' },
		api_key: { type: 'string', title: 'API key' },
	},
	required: ['color'],
};

/** What was asked, as the transcript has it. */
const ASKED = 'Colour:\nFruits:\nCount:\nSure?\nAPI key:';

type Form = Extract<ElicitationRequest['input'], { mode: 'form' }>;

function request(more: Partial<Form> = {}, parts: Partial<ElicitationRequest> = {}): ElicitationRequest {
	return {
		scope: { type: 'session', sessionId: 's1' },
		message: 'Please answer.',
		input: { mode: 'form', form: readForm(SCHEMA, FORM_MARKS), ...more },
		...parts,
	};
}

const forms = (world: World): readonly FormElicitationQuestion[] =>
	world.app.getState().questions.flatMap((question) => (question.kind === 'elicitation-form' ? [question] : []));

async function give(world: World, answer: FormAnswer, place = 0): Promise<void> {
	await happen(world, { type: 'answer-form', questionId: forms(world)[place]?.id ?? '', answer });
}

const accept = (drafts: Record<string, FieldDraft>): FormAnswer => ({
	action: 'accept',
	drafts: new Map(Object.entries(drafts)),
});

test('The answer is sent as its content, and the transcript keeps question and answer, but no secret.', async () => {
	const world = await working();
	const answered = world.host.elicit(request(), never);
	expect(forms(world)[0]).toMatchObject({
		agent: 'Fake',
		message: 'Please answer.',
		blocksTurn: true,
		isOfRequest: false,
	});
	await give(world, accept({ color: 'b', fruits: ['pear', 'apple'], count: '3', sure: false, api_key: 'sk-SECRET' }));
	expect(await answered).toEqual({
		action: 'accept',
		content: { color: 'b', fruits: ['apple', 'pear'], count: 3, sure: false, api_key: 'sk-SECRET' },
	});
	expect(noteTexts(world)).toEqual([
		[
			'Fake asked you: Please answer.',
			'Colour: Blue\nFruits: apple, pear\nCount: 3\nSure? no\nAPI key: given, and not kept here',
		],
	]);
	expect(asks(world)).toBe(0);
	expect(JSON.stringify(world.logged)).not.toMatch(/SECRET|Blue/);
});

test('What does not hold is not sent: the same question is asked again.', async () => {
	const world = await working();
	const answered = world.host.elicit(request(), never);
	const [first] = forms(world);
	await give(world, accept({ count: 'three' }));
	expect(forms(world)).toEqual([first]);
	expect(noteTexts(world)).toEqual([]);
	await give(world, accept({ color: 'r' }));
	expect(await answered).toEqual({ action: 'accept', content: { color: 'r' } });
});

test('A form without fields asks only whether the user agrees.', async () => {
	const world = await working();
	const answered = world.host.elicit(request({ form: { fields: [] } }), never);
	await give(world, accept({}));
	expect(await answered).toEqual({ action: 'accept', content: {} });
	expect(noteTexts(world)).toEqual([['Fake asked you: Please answer.', 'You agreed.']]);
});

test('What cannot be asked by is answered cancel with a sentence.', async () => {
	const world = await working();
	expect(await world.host.elicit(request({ form: { because: 'has more than 100 fields' } }), never)).toEqual({
		action: 'cancel',
	});
	expect(noteTexts(world)).toEqual([
		[
			'Fake asked you with a form that cannot be shown; acp-tui answered that you cannot: the form has more than 100 fields.',
			'Please answer.',
		],
	]);
});

test('What the agent takes back goes away, and is answered cancel.', async () => {
	const world = await working();
	const stop = new AbortController();
	const answered = world.host.elicit(request(), stop.signal);
	stop.abort();
	expect(await answered).toEqual({ action: 'cancel' });
	expect(asks(world)).toBe(0);
	expect(noteTexts(world)).toEqual([['Fake asked you: Please answer.', `${ASKED}\nNot answered.`]]);
});

test('Several at once are answered in any order, each with its own content.', async () => {
	const world = await working();
	const answered = ['one', 'two', 'three'].map((message) => world.host.elicit(request({}, { message }), never));
	expect(forms(world).map(({ message }) => message)).toEqual(['one', 'two', 'three']);
	await give(world, accept({ color: 'b' }), 1);
	await give(world, { action: 'decline' }, 1);
	await give(world, accept({ color: 'r' }));
	expect(await Promise.all(answered)).toEqual([
		{ action: 'accept', content: { color: 'r' } },
		{ action: 'accept', content: { color: 'b' } },
		{ action: 'decline' },
	]);
});

describe('A question that the agent does not wait for', () => {
	test('comes after what it waits for, and can be answered when the turn has ended.', async () => {
		const world = await working();
		const beside = world.host.elicit(request({ isNonblocking: true }, { message: 'beside' }), never);
		const waits = world.host.elicit(request({}, { message: 'waits' }), never);
		expect(forms(world).map(({ message, blocksTurn }) => [message, blocksTurn])).toEqual([
			['waits', true],
			['beside', false],
		]);
		await give(world, { action: 'cancel' });
		await waits;
		await end(world);
		expect(asks(world)).toBe(1);
		await give(world, accept({ color: 'r' }));
		expect(await beside).toEqual({ action: 'accept', content: { color: 'r' } });
	});

	test('stays when the user stops the turn; one that it waits for is cancelled.', async () => {
		const world = await working();
		const waits = world.host.elicit(request(), never);
		void world.host.elicit(request({ isNonblocking: true }), never);
		world.app.dispatch({ type: 'cancel' });
		expect(await waits).toEqual({ action: 'cancel' });
		expect(forms(world).map(({ blocksTurn }) => blocksTurn)).toEqual([false]);
	});

	test('is any that comes while no turn runs.', async () => {
		const world = await working();
		await end(world);
		void world.host.elicit(request(), never);
		expect(forms(world)[0]?.blocksTurn).toBe(false);
	});
});

test('While the session is being opened it is asked too, and a question of a sub-agent’s session names it.', async () => {
	const world = createWorld();
	world.onNewSession = () => new Promise(() => {});
	await begin(world);
	void world.host.elicit(request({}, { scope: { type: 'request' } }), never);
	expect(forms(world)[0]).toMatchObject({ isOfRequest: true });

	const running = await working();
	void running.host.elicit(request({}, { scope: { type: 'session', sessionId: 'child-7' } }), never);
	expect(forms(running)[0]?.request.otherSession).toBe('child-7');
});

test('Controls in the message and titles reach neither screen nor transcript.', async () => {
	const world = await working();
	const form = readForm({ properties: { a: { type: 'string', title: '\x1b[2Jname\u202e' } } }, FORM_MARKS);
	const answered = world.host.elicit(request({ form }, { message: '\x1b]0;x\x07Which?\nMore.' }), never);
	await give(world, accept({ a: '\x1b[31mred' }));
	expect(await answered).toEqual({ action: 'accept', content: { a: '\x1b[31mred' } });
	expect(JSON.stringify(forms(world))).not.toContain('\\u001b');
	const [[title, detail] = ['', '']] = noteTexts(world);
	expect(title).toBe('Fake asked you: Which?');
	expect(detail).toMatch(/^More\.\nname.*: /);
	expect(`${title}${detail}`).not.toContain('\u202e');
});

test('A session that is left takes its question along, and the new one does not tell of it.', async () => {
	const world = await working();
	const answered = world.host.elicit(request(), never);
	await happen(world, { type: 'new-session' });
	expect(await answered).toEqual({ action: 'cancel' });
	expect(asks(world)).toBe(0);
	expect(noteTitles(world)).not.toContain('Fake asked you: Please answer.');
});

test('A flood of forms is refused beyond what anybody answers, and said once.', async () => {
	const world = await working();
	const answered = Array.from({ length: 300 }, () => world.host.elicit(request(), never));
	expect(await asksNow(world)).toBe(100);
	expect(noteTitles(world)).toEqual([expect.stringContaining('more than 100 questions')]);
	expect(await answered.at(-1)).toEqual({ action: 'cancel' });
});

test('Of a long form the transcript keeps what was answered, or what was asked first.', async () => {
	const fields = Array.from({ length: 14 }, (_, index) => [`f${index}`, { type: 'string' }] as const);
	const form = readForm({ properties: Object.fromEntries(fields) }, FORM_MARKS);
	const world = await working();
	const declined = world.host.elicit(request({ form }), never);
	await give(world, { action: 'decline' });
	expect(await declined).toEqual({ action: 'decline' });
	expect(noteTexts(world)[0]?.[1]?.split('\n').slice(-3)).toEqual(['f9:', 'and 4 more', 'You declined.']);
	const answered = world.host.elicit(request({ form }), never);
	await give(world, accept({ f3: 'x' }));
	await answered;
	expect(noteTexts(world)[1]?.[1]).toBe('f3: x');
	const empty = world.host.elicit(request({ form }), never);
	await give(world, accept({}));
	await empty;
	expect(noteTexts(world)[2]?.[1]).toBe('You sent it empty.');
});

test('Of a form with ten fields the transcript keeps all, those without an answer too.', async () => {
	const names = Array.from({ length: 10 }, (_, index) => `f${index}`);
	const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
	const form = readForm({ properties }, FORM_MARKS);
	const world = await working();
	const declined = world.host.elicit(request({ form }), never);
	await give(world, { action: 'decline' });
	const answered = world.host.elicit(request({ form }), never);
	await give(world, accept({ f3: 'x' }));
	await Promise.all([declined, answered]);
	expect(noteTexts(world).map(([, detail]) => detail?.split('\n'))).toEqual([
		[...names.map((name) => `${name}:`), 'You declined.'],
		names.map((name) => `${name}: ${name === 'f3' ? 'x' : 'no answer'}`),
	]);
});

test.each<[FormAnswer, true | undefined]>([
	[accept({ color: 'r' }), true],
	[{ action: 'decline' }, true],
	[{ action: 'cancel' }, undefined],
])('What the user answered is marked for those who go on with the session: %#', async (answer, isAnswer) => {
	const world = await working();
	const answered = world.host.elicit(request(), never);
	await give(world, answer);
	await answered;
	expect(notes(world).map((note) => note.isAnswer)).toEqual([isAnswer]);
});
