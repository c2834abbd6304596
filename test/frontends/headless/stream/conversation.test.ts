import { expect, test } from 'vitest';
import type { AppEvent } from '../../../../src/core/event.js';
import { agentPermission, agentPlanReview } from '../../../../src/core/session/question.js';
import { type InputLine, runConversation } from '../../../../src/frontends/headless/stream/conversation.js';
import type { StreamCommand } from '../../../../src/frontends/headless/stream/stream-schema.js';
import { createIds } from '../../../../src/services/ids.js';
import { CONNECTED, createFakeApp, type FakeApp } from '../fake-app.js';
import { checkedLines } from './check-lines.js';

type Line = ReturnType<typeof checkedLines>[number];

/** A conversation with a script for the agent, and one for the program that drives it. */
async function drive(
	agent: (app: FakeApp, prompt: string) => void,
	driver: (see: (type: string) => Promise<Line>, app: FakeApp) => AsyncGenerator<StreamCommand | string>,
	app = createFakeApp(),
) {
	app.playsAgain = true;
	app.onTurn = (fake) => agent(fake, fake.getState().turn?.prompt.text ?? '');
	let out = '';
	let err = '';
	const seen: Line[] = [];
	let taken = 0;
	let wake = (): void => {};
	const see = async (type: string): Promise<Line> => {
		for (;;) {
			for (let next = seen[taken]; next !== undefined; next = seen[taken]) {
				taken += 1;
				if (next.type === type) return next;
			}
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
	};
	async function* input(): AsyncGenerator<InputLine> {
		let line = 0;
		for await (const command of driver(see, app)) {
			line += 1;
			yield typeof command === 'string' ? { line, problem: command } : { line, command };
		}
	}
	const code = await runConversation(app, {
		input: input(),
		mentionsIn: () => ({ written: '', attachments: {} as never, limits: {} as never }),
		timeoutSeconds: null,
		ids: createIds(),
		clock: { now: () => 1000, after: () => () => {} },
		write: (text) => {
			out += text;
			seen.push(...checkedLines(text));
			wake();
		},
		writeError: (text) => {
			err += text;
		},
		interrupted: new AbortController().signal,
	});
	return { code, lines: checkedLines(out), err, app };
}

const OPTIONS = [
	{ id: 'yes', name: 'Allow', kind: 'allow_once' },
	{ id: 'no', name: 'Reject', kind: 'reject_once' },
] as const;
const question = (id: string) =>
	agentPermission({
		id,
		request: { source: 'permission', kind: 'edit', title: 'Edit a.txt', paths: [], diffs: [] },
		because: 'default mode asks before every edit',
		askedAt: 1,
		offers: [],
		options: OPTIONS,
	});
const asked = (id: string): AppEvent => ({ type: 'question-asked', question: question(id) });
const says = (text: string): AppEvent => ({ type: 'text', role: 'agent', text });
const answers = (app: FakeApp) => app.seen.filter(({ type }) => type === 'answer');
const ofType = (lines: readonly Line[], type: string) => lines.filter((line) => line.type === type);

test.each([
	[['{', 'x'], 2],
	[[{ type: 'answer', id: 'q', optionId: 'yes' }], 2],
	[['{', { type: 'prompt', text: 'one' }, 'x'], 0],
	[[{ type: 'cancel' }, { type: 'end' }], 0],
	[[], 0],
] as const)('the exit code of %j is %i, and each broken line is an error', async (given, expected) => {
	const { code, lines } = await drive(
		(app) => app.endTurn('end_turn'),
		async function* () {
			yield* given;
		},
	);
	expect(code).toBe(expected);
	const broken = given.flatMap((each, at) => (typeof each === 'string' || each.type === 'answer' ? [at + 1] : []));
	expect(ofType(lines, 'error').map(({ line }) => line)).toEqual(broken);
});

test('Prompts are sent one after the other, and each ends with a result of its own.', async () => {
	const { code, lines } = await drive(
		(app, prompt) => {
			app.say(says(`To ${prompt}.`));
			app.endTurn('end_turn');
		},
		async function* () {
			yield { type: 'prompt', text: 'one' };
			yield { type: 'prompt', text: 'two' };
			yield { type: 'end' };
			yield { type: 'prompt', text: 'never read' };
		},
	);
	expect(code).toBe(0);
	expect(ofType(lines, 'result')).toMatchObject([{ result: 'To one.' }, { result: 'To two.' }]);
	const ids = ofType(lines, 'prompt').map(({ prompt }) => (prompt as { id: string }).id);
	expect(ofType(lines, 'result').map(({ promptId }) => promptId)).toEqual(ids);
});

test('A question waits for its answer; another id, another option and a second answer are errors, and allow nothing.', async () => {
	const { code, lines, app } = await drive(
		(fake) => fake.say(asked('q1')),
		async function* (see, fake) {
			yield { type: 'prompt', text: 'edit' };
			const { id } = await see('question-asked');
			yield { type: 'answer', id: 'q2', optionId: 'yes' };
			yield { type: 'answer', id: String(id), optionId: 'always' };
			yield { type: 'answer', id: String(id), outcome: 'accept' };
			yield { type: 'answer', id: String(id) };
			expect(answers(fake)).toEqual([]);
			yield { type: 'answer', id: String(id), optionId: 'yes' };
			await see('question-answered');
			yield { type: 'answer', id: String(id), optionId: 'no' };
			fake.endTurn('end_turn');
			await see('result');
		},
	);
	expect(code).toBe(0);
	expect(answers(app)).toMatchObject([{ questionId: 'q1', outcome: { optionId: 'yes' } }]);
	expect(ofType(lines, 'error').map(({ line, message }) => [line, message])).toEqual([
		[2, 'There is no open question "q2".'],
		[3, 'The question "q1" is still open: it has no option "always"; it has yes, no.'],
		[4, 'The question "q1" is still open: only a form takes "accept"; choose an option.'],
		[5, 'The question "q1" is still open: it needs an "optionId" or an "outcome".'],
		[7, 'There is no open question "q1".'],
	]);
});

test('A plan that a program approved is compared with what was done.', async () => {
	const { options, request, because, askedAt } = question('q1');
	const plan = '1. Change `a.ts`\n2. Run `npm test`\n';
	const review = agentPlanReview({ id: 'q1', options, request, because, askedAt, plan });
	const content = [{ type: 'diff', path: '/w/b.ts', oldText: 'a', newText: 'b' }] as const;
	const { lines } = await drive(
		(fake) => fake.say({ type: 'question-asked', question: review }),
		async function* (see, fake) {
			yield { type: 'prompt', text: 'plan' };
			const { id } = await see('question-asked');
			yield { type: 'answer', id: String(id), optionId: 'review-edits' };
			await see('question-answered');
			fake.say({
				type: 'tool',
				patch: { id: 't', kind: 'execute', status: 'completed', rawInput: { command: 'npm test' } },
			});
			fake.say({ type: 'tool', patch: { id: 'e', kind: 'edit', status: 'completed', content } });
			fake.endTurn('end_turn');
			fake.say({ type: 'plan-compared', turnId: 't', differing: ['/w/PLAN.md'] });
			await see('plan-compared');
		},
	);
	expect(ofType(lines, 'plan-compared')).toMatchObject([
		{
			steps: [
				{ text: 'Change a.ts', seen: [] },
				{ text: 'Run npm test', seen: [{ kind: 'ran', name: 'npm test' }] },
			],
			unnamed: [expect.stringContaining('b.ts')],
			differing: ['/w/PLAN.md'],
		},
	]);
	const [compared] = ofType(lines, 'plan-compared');
	const { steps, unnamed, differing } = compared as Extract<typeof compared, { readonly type: 'plan-compared' }>;
	expect(ofType(lines, 'result').at(-1)).toMatchObject({ planCompared: { steps, unnamed, differing } });
});

test('An answer to what a question was about before it changed counts for nothing.', async () => {
	const { lines, app } = await drive(
		(fake) => fake.say(asked('q1')),
		async function* (see, fake) {
			yield { type: 'prompt', text: 'edit' };
			const before = await see('question-asked');
			fake.say({ type: 'question-changing', questionId: 'q1' });
			yield { type: 'answer', id: String(before['id']), optionId: 'yes' };
			const request = { ...question('q1').request, title: 'Edit /etc/passwd' };
			fake.say({ type: 'question-changed', questionId: 'q1', request });
			yield { type: 'answer', id: String(before['id']), optionId: 'yes' };
			const after = await see('question-asked');
			expect(after).toMatchObject({ title: 'Edit /etc/passwd' });
			expect(answers(fake)).toEqual([]);
			yield { type: 'answer', id: String(after['id']), outcome: { outcome: 'selected', optionId: 'no' } };
			fake.endTurn('end_turn');
		},
	);
	expect(ofType(lines, 'error')).toHaveLength(2);
	expect(ofType(lines, 'question-withdrawn')).toHaveLength(1);
	expect(answers(app)).toMatchObject([{ outcome: { optionId: 'no' } }]);
});

test('The end of input refuses what is open and what is asked later, and the turn goes on to its end.', async () => {
	const { code, app, lines } = await drive(
		(fake) => {
			fake.say(asked('q1'));
			const stop = fake.onEvent((event) => {
				if (event.type !== 'answer') return;
				stop();
				fake.say(asked('q2'));
				fake.onEvent((next) => {
					if (next.type === 'answer') queueMicrotask(() => fake.endTurn('end_turn'));
				});
			});
		},
		async function* (see) {
			yield { type: 'prompt', text: 'edit' };
			await see('question-asked');
		},
	);
	expect(answers(app)).toMatchObject([
		{ questionId: 'q1', outcome: { optionId: 'no' } },
		{ questionId: 'q2', outcome: { optionId: 'no' } },
	]);
	expect(code).toBe(7);
	expect(ofType(lines, 'result')).toMatchObject([{ denied: [{ title: 'Edit a.txt' }, { title: 'Edit a.txt' }] }]);
});

test('A cancelled prompt ends with 130, a broken line is named, and the conversation goes on.', async () => {
	const { code, lines, err } = await drive(
		(fake, prompt) => {
			fake.say(says('Working'));
			if (prompt === 'two') fake.endTurn('end_turn');
		},
		async function* (see) {
			yield { type: 'cancel' };
			yield { type: 'prompt', text: 'one' };
			await see('text');
			yield 'The line is not JSON.';
			yield { type: 'cancel' };
			expect(await see('result')).toMatchObject({ exitCode: 130, stopReason: null });
			yield { type: 'prompt', text: 'two' };
		},
	);
	expect(code).toBe(0);
	expect(ofType(lines, 'error')).toMatchObject([{ line: 3, message: 'The line is not JSON.' }]);
	expect(ofType(lines, 'result')).toMatchObject([{ exitCode: 130 }, { exitCode: 0 }]);
	expect(err).not.toContain('standard input');
});

test.each([
	[[], 0, ''],
	[['The line is not JSON.'], 2, 'No line of standard input could be read'],
] as const)('Without a prompt broken lines are the end: after %j it is %i.', async (broken, expected, words) => {
	const { code, err } = await drive(
		() => {},
		async function* () {
			yield* broken;
		},
	);
	expect(code).toBe(expected);
	expect(err.includes('standard input')).toBe(words !== '');
	expect(err).toContain(words);
});

test('After a crash the next prompt starts the agent again; without a prompt a failed start decides.', async () => {
	const exit = { code: 3, signal: null, stderrTail: [], junkLines: 0, expected: false };
	const { lines, app } = await drive(
		(fake, prompt) => {
			fake.say(says('So'));
			if (prompt === 'one') fake.say({ type: 'agent-exited', exit });
		},
		async function* (see, fake) {
			yield { type: 'prompt', text: 'one' };
			await see('result');
			yield { type: 'prompt', text: 'two' };
			await see('prompt');
			fake.say({ type: 'agent-failed', failure: { code: 'agent-start', message: 'It is gone.' } });
		},
	);
	expect(ofType(lines, 'result')).toMatchObject([{ exitCode: 1, errorClass: 'process' }, { exitCode: 1 }]);
	expect(app.seen.some(({ type }) => type === 'restart-agent')).toBe(true);

	const failed: AppEvent = { type: 'agent-failed', failure: { code: 'auth-required', message: 'Sign in.' } };
	const none = await drive(
		() => {},
		async function* (see) {
			await see('agent-failed');
			yield { type: 'end' };
		},
		createFakeApp([CONNECTED, failed]),
	);
	expect(none.code).toBe(3);
});
