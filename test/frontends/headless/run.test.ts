import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { UnaskedAction } from '../../../src/core/asking.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Question } from '../../../src/core/session/question.js';
import { runHeadless } from '../../../src/frontends/headless/follow-run.js';
import type { HeadlessOptions } from '../../../src/frontends/headless/headless-options.js';
import { STREAM_COMMANDS, STREAM_EVENTS } from '../../../src/frontends/headless/stream/stream-schema.js';
import { createIds } from '../../../src/services/ids.js';
import { CONNECTED, createFakeApp, type FakeApp, OPENED } from './fake-app.js';
import { checkedLines } from './stream/check-lines.js';

type Run = { code: number; out: string; err: string; app: FakeApp };

async function run(
	play: (app: FakeApp) => void,
	options: Partial<HeadlessOptions> = {},
	app: FakeApp = createFakeApp(),
): Promise<Run> {
	app.onTurn = play;
	let out = '';
	let err = '';
	const code = await runHeadless(app, {
		prompt: 'hello',
		format: 'text',
		timeoutSeconds: null,
		ids: createIds(),
		clock: { now: () => 1000, after: () => () => {} },
		write: (text) => {
			out += text;
		},
		writeError: (text) => {
			err += text;
		},
		interrupted: new AbortController().signal,
		...options,
	});
	return { code, out, err, app };
}

/** An agent that does this in its turn, and ends it. */
const plays =
	(events: readonly AppEvent[], reason: Parameters<FakeApp['endTurn']>[0] = 'end_turn') =>
	(app: FakeApp): void => {
		app.say(...events);
		app.endTurn(reason);
	};
const turnOf = (app: FakeApp): string => app.getState().turn?.id ?? '';
const inJson = async (play: (app: FakeApp) => void, options: Partial<HeadlessOptions> = {}, app?: FakeApp) => {
	const ran = await run(play, { ...options, format: 'json' }, app);
	return { ...ran, json: JSON.parse(ran.out) };
};
const askedFor = (plan: string): AppEvent => ({ type: 'question-asked', question: planQuestion(plan) });

const says = (text: string, messageId?: string): AppEvent => ({
	type: 'text',
	role: 'agent',
	text,
	...(messageId === undefined ? {} : { messageId }),
});
const decided = (decision: 'allowed' | 'denied', title = 'Edit a.txt') => ({
	type: 'decided' as const,
	title,
	verdict: { decision, because: 'a rule says so' },
	source: 'policy' as const,
});
const failure = (code: 'auth-required' | 'agent-error' | 'agent-start' | 'denied') => ({
	code,
	message: `it is ${code}`,
	hint: 'do something',
});
const exited: AppEvent = {
	type: 'agent-exited',
	exit: { code: 3, signal: null, stderrTail: ['boom \x1b[31mred'], junkLines: 0, expected: false },
};
const planQuestion = (plan: string): Question => ({
	id: 'ask-1',
	kind: 'exit-plan',
	from: 'agent',
	request: { source: 'permission', kind: 'switch_mode', title: 'Leave plan mode', paths: [], diffs: [] },
	options: [{ id: 'x', name: 'Anything', kind: 'unknown' }],
	because: 'yours to decide',
	plan,
	askedAt: 0,
});

const fails =
	(code: Parameters<typeof failure>[0], more: object = {}) =>
	(app: FakeApp): void =>
		app.say({ type: 'turn-failed', turnId: turnOf(app), failure: { ...failure(code), ...more } });

describe('the exit code tells how the turn ended', () => {
	test.each<[string, number, (app: FakeApp) => void]>([
		['the turn ended', 0, (app) => app.endTurn('end_turn')],
		['a stop reason that nobody knows', 0, (app) => app.endTurn('unknown')],
		['refused by the agent', 4, (app) => app.endTurn('refusal')],
		['out of tokens', 5, (app) => app.endTurn('max_tokens')],
		['out of requests', 5, (app) => app.endTurn('max_turn_requests')],
		['cancelled by nobody', 1, (app) => app.endTurn('cancelled')],
		['the agent crashed', 1, (app) => app.say(exited)],
		['the prompt failed', 1, fails('agent-error')],
		['a sign-in is wanted by the prompt', 3, fails('auth-required')],
		['something was denied and nothing allowed', 7, plays([decided('denied')])],
		[
			'something was denied and only a read allowed',
			7,
			plays([{ ...decided('allowed', 'Read a.txt'), kind: 'read' }, decided('denied')]),
		],
		['something was denied and something allowed', 0, plays([decided('denied'), decided('allowed')])],
		['a denial ended the turn', 7, plays([decided('allowed'), decided('denied')], 'cancelled')],
		['a refusal after a denial stays a refusal', 4, plays([decided('denied')], 'refusal')],
		[
			'a plan was kept',
			0,
			(app) => {
				app.say(askedFor('the plan'));
				queueMicrotask(() => app.endTurn('cancelled'));
			},
		],
	])('%s: %i', async (_, code, play) => {
		expect((await run(play)).code).toBe(code);
		const { json, out } = await inJson(play);
		expect(json).toMatchObject({ type: 'result', exitCode: code });
		expect(out.trimEnd()).not.toContain('\n');
	});

	test.each([
		['auth-required', 3],
		['agent-start', 1],
	] as const)('a start that fails with %s: %i', async (code, exitCode) => {
		const app = createFakeApp([{ type: 'agent-failed', failure: failure(code) }]);
		const { code: ended, out, err } = await run(() => {}, {}, app);
		expect([ended, out, err]).toEqual([exitCode, '', `acp-tui: it is ${code}\n  do something\n`]);
	});

	test.each([
		[
			'sh: 1: exec: /tmp/x/tool: not found',
			'/tmp/x/tool is not visible in the sandbox.',
			'--writable /tmp/x, or with --sandbox off',
		],
		[
			"Error: Cannot find module '/tmp/x/agent.js'",
			'/tmp/x/agent.js is not visible in the sandbox.',
			'--writable /tmp/x',
		],
		[
			"Error: EROFS: read-only file system, mkdir '/opt/any/data'",
			'The sandbox keeps fake from writing /opt/any/data.',
			'--writable /opt/any opens it',
		],
	])('a fenced agent that ends by what its sandbox lacks says so: %s', async (detail, words, remedy) => {
		const failed: AppEvent = { type: 'agent-failed', failure: { ...failure('agent-start'), detail } };
		const ended: AppEvent = {
			type: 'agent-exited',
			exit: { code: 127, signal: null, stderrTail: [detail], junkLines: 0, expected: false },
		};
		for (const start of [[failed], [CONNECTED, ended]]) {
			const { code, err } = await run(() => {}, {}, createFakeApp(start, 'fence'));
			expect(code).toBe(1);
			expect(err).toContain(words);
			expect(err).toContain(remedy);
			// Nobody can type a command there.
			expect(err).not.toContain(' /writable');
			expect((await run(() => {}, {}, createFakeApp(start))).err).not.toContain('sandbox');
		}
	});

	test('an agent that dies before the session is there: 1', async () => {
		expect((await run(() => {}, {}, createFakeApp([CONNECTED, exited]))).code).toBe(1);
	});

	test.each<[string, number, readonly AppEvent[], boolean]>([
		['before any word', 1, [], true],
		['before any word, without retries', 0, [], false],
		['after words', 1, [says('I')], false],
	])(
		'an agent that ends %s, with %i retries, after %j: it is started again: %s',
		async (_, retries, words, isAgain) => {
			const app = createFakeApp();
			app.playsAgain = true;
			app.onEvent(({ type }) => type === 'restart-agent' && queueMicrotask(() => app.say(CONNECTED, OPENED)));
			let turns = 0;
			const play = (): void => {
				turns += 1;
				if (turns === 1) app.say(...words, exited);
				else app.endTurn('end_turn');
			};
			const { code } = await run(play, { retries }, app);
			expect([turns, code]).toEqual(isAgain ? [2, 0] : [1, 1]);
		},
	);
});

describe('the result says what a failure is about', () => {
	test.each<[string | null, (app: FakeApp) => void]>([
		['badRequest', fails('agent-error', { errorClass: 'badRequest' })],
		['unknown', fails('agent-error')],
		['signIn', fails('auth-required')],
		['process', plays([exited])],
		['refusal', plays([], 'refusal')],
		['contextFull', plays([], 'max_tokens')],
		[null, plays([])],
	])(
		'by the class that was read from the error, the stop reason, or the end of the process: %s',
		async (errorClass, play) => {
			expect((await inJson(play)).json.errorClass).toBe(errorClass);
		},
	);
});

describe('a run that is stopped', () => {
	const timer = () => {
		const fire: (() => void)[] = [];
		const after = (_: number, go: () => void) => {
			fire.push(go);
			return () => {};
		};
		return { fire, clock: { now: () => 0, after } };
	};

	test('a time-out cancels the turn, waits for its end and is 6', async () => {
		const { fire, clock } = timer();
		const result = await run(() => fire[0]?.(), { clock, timeoutSeconds: 2 });
		expect([result.code, result.err]).toEqual([6, 'acp-tui: Timed out after 2 s.\n']);
		expect(result.app.seen.map((event) => event.type)).toContain('cancel');
	});

	test('an agent that ignores the cancel is not waited for after the patience', async () => {
		const { fire, clock } = timer();
		const app = createFakeApp();
		app.onCancel = (it) => it.say({ type: 'cancel-ignored', turnId: turnOf(it) });
		expect((await run(() => fire[0]?.(), { clock, timeoutSeconds: 2 }, app)).code).toBe(6);
	});

	test('a time-out before the session is there needs no turn to end', async () => {
		const { fire, clock } = timer();
		const result = run(() => {}, { clock, timeoutSeconds: 2 }, createFakeApp([]));
		fire[0]?.();
		expect((await result).code).toBe(6);
	});

	test.each([130, 143, 129])('an interruption gives its code %i', async (code) => {
		const controller = new AbortController();
		const result = await run(() => controller.abort(code), { interrupted: controller.signal });
		expect(result.code).toBe(code);
		expect(result.app.seen.map((event) => event.type)).toContain('cancel');
	});

	test.each<[string, boolean, (app: FakeApp, ends: AbortController, stops: AbortController) => void]>([
		['its end', true, plays([])],
		['an interruption', false, (_app, ends) => ends.abort(130)],
		['a stop of its prompt alone', true, (_app, _ends, stops) => stops.abort()],
	])('after %s, what it did unasked is awaited: %s', async (_, isAwaited, play) => {
		const [ends, stops] = [new AbortController(), new AbortController()];
		const sandboxKnown = vi.fn(async () => {});
		await run((app) => play(app, ends, stops), { interrupted: ends.signal, cancelled: stops.signal, sandboxKnown });
		expect(sandboxKnown).toHaveBeenCalledTimes(isAwaited ? 1 : 0);
	});

	test('an interrupted agent that goes on is given a moment, not the whole patience', async () => {
		const { fire, clock } = timer();
		const controller = new AbortController();
		const app = createFakeApp();
		app.onCancel = () => fire[0]?.();
		const result = await run(() => controller.abort(143), { clock, interrupted: controller.signal }, app);
		expect(result.code).toBe(143);
	});

	test('an interruption before the start starts nothing', async () => {
		const controller = new AbortController();
		controller.abort(130);
		const result = await run(() => {}, { interrupted: controller.signal });
		expect(result.code).toBe(130);
		expect(result.app.seen).toEqual([]);
	});
});

describe('standard output', () => {
	test('carries the words of the agent alone, a paragraph a message', async () => {
		const thought: AppEvent = { type: 'text', role: 'thought', text: 'hmm' };
		const looks: AppEvent = { type: 'tool', patch: { id: 't', title: 'Read a', kind: 'read' } };
		const words = [says('Done.', 'm2'), says('And more.', 'm3')];
		const { out, err } = await run(plays([thought, says('I look'), says(' at it.'), looks, ...words]));
		expect([out, err]).toEqual(['I look at it.\n\nDone.\n\nAnd more.\n', '']);
	});

	test('what came beside words is named, and not lost in JSON', async () => {
		const link = { type: 'resource_link', uri: 'https://example.org/a', name: 'a' } as const;
		const picture = { type: 'image', mimeType: 'image/png', data: '', bytes: 0 } as const;
		const play = plays([
			...[says('See:'), { type: 'block', role: 'agent', block: picture } as const],
			{ type: 'block', role: 'agent', block: link },
			{ type: 'block', role: 'thought', block: picture },
		]);
		const { out, err } = await run(play);
		expect(out).toBe('See:\n');
		expect(err).toContain('acp-tui: The answer has more than text');
		expect(err).toContain('\n  a picture (image/png)\n  a link: a https://example.org/a\n');
		const ran = await inJson(play);
		expect(ran.json.besideText).toEqual(['a picture (image/png)', 'a link: a https://example.org/a']);
		expect(ran.err).toBe('');
	});

	test('the file that the run itself writes to is no change of the agent’s', async () => {
		const file = (path: string) => ({ path, kind: 'added', isTampering: true, known: { type: 'none' } });
		const set = { id: 'c1', files: [file('err.txt'), file('a.txt')] };
		const play = plays([{ type: 'turn-changes', set } as unknown as AppEvent]);
		const own = await run(play, { isOwnOutput: (path) => path === 'err.txt' });
		expect(own.err).toContain('a.txt');
		expect(own.err).not.toContain('err.txt');
		expect((await run(play, { isOwnOutput: () => true })).code).toBe(0);
	});

	test('what is said before the prompt is not the answer', async () => {
		const app = createFakeApp([CONNECTED, says('Welcome!'), OPENED]);
		expect((await run(plays([says('Hi')]), {}, app)).out).toBe('Hi\n');
	});

	const long = 'word '.repeat(1000);
	test.each([
		[['a\x1b[31mred\x1b[0m'], 'ared\n'],
		[['a\x1b', '[31', 'mred'], 'ared\n'],
		[['a\x1b]0;ti', 'tle\x07b'], 'ab\n'],
		[['col\tumn\n'], 'col\tumn\n'],
		[['a\r', '\nb'], 'a\nb\n'],
		[['\ud83d', '\ude00'], '😀\n'],
		[['half \x1b[3'], 'half \n'],
		[[`${long}\x1b[3`, '1mred'], `${long}red\n`],
		[[`${long}\x9b3`, '1mred'], `${long}red\n`],
		[[`${long}\ud83d`, '\ude00'], `${long}😀\n`],
	])('cannot act on a terminal, however it is cut: %#', async (chunks, expected) => {
		expect((await run(plays(chunks.map((chunk) => says(chunk))))).out).toBe(expected);
	});

	test('a plan review that the app cannot answer is dismissed, not waited for', async () => {
		const { app } = await run((it) => {
			it.say(askedFor('p'));
			queueMicrotask(() => queueMicrotask(() => it.endTurn('end_turn')));
		});
		expect(app.seen).toContainEqual({ type: 'answer', questionId: 'ask-1', outcome: { type: 'cancelled' } });
	});

	test('a folder that the session had before is reported, as this call did not name it', async () => {
		const added = { type: 'directory-added', directories: ['/lib'], added: '/lib', remark: null } as const;
		expect((await run(plays([added]))).err).toBe('acp-tui: The session also works in /lib, as it did before.\n');
	});
});

describe('stream-json', () => {
	test('is one event a line with its time, and the result at the end', async () => {
		const { out } = await run(plays([says('Hi\n')]), { format: 'stream-json' });
		const events = checkedLines(out);
		expect(events.map((event) => event.type)).toEqual([
			'prompt',
			'agent-connected',
			'session-opened',
			'text',
			'turn-ended',
			'result',
		]);
		expect(events[3]).toEqual({ version: 1, type: 'text', role: 'agent', text: 'Hi\n', at: 1000 });
		expect(events.at(-1)).toMatchObject({
			exitCode: 0,
			result: 'Hi',
			stopReason: 'end_turn',
			sessionId: 's1',
			agent: { title: 'Fake', version: '1.0.0' },
			toolCalls: [],
			denied: [],
		});
	});

	test('leaves out events and fields that are the program’s own, and is described in the docs', async () => {
		const own: readonly AppEvent[] = [{ type: 'session-ready' }, { type: 'junk-lines', count: 3 }];
		const { out } = await run(plays(own), { format: 'stream-json' });
		expect(out).not.toMatch(/quirks|isMoreComing|session-ready|junk-lines/);
		const page = readFileSync(new URL('../../../docs/scripting.md', import.meta.url), 'utf8');
		const described = [...page.matchAll(/^\| ?`([a-z-]+)` ?\|/gm)].map(([, type]) => type);
		expect(described.sort()).toEqual([...Object.keys(STREAM_EVENTS), ...Object.keys(STREAM_COMMANDS)].sort());
	});

	test('cuts what is huge, keeps secrets of the environment, and holds nothing that a terminal acts on', async () => {
		const app = createFakeApp();
		const huge: AppEvent = { type: 'unknown', label: 'x', json: 'y'.repeat(1_000_000) };
		const starting: AppEvent = { type: 'agent-starting', launch: app.getState().profile.launch };
		const play = plays([starting, says('\x1b[31m\u009b2J\u202e'), huge]);
		const { out } = await run(play, { format: 'stream-json' }, app);
		expect(out).not.toContain('secret-value');
		expect(out.length).toBeLessThan(80_000);
		expect(out).toContain('(934464 more characters)');
		expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
	});
});

describe('an agent that does not ask', () => {
	const unasked = (parts: Partial<UnaskedAction>): AppEvent => ({
		type: 'unasked',
		action: {
			title: 'Edit a.txt',
			about: 'edits',
			decision: 'ask',
			because: 'default mode asks before every edit',
			isInPlan: false,
			...parts,
		},
	});

	test.each<[what: string, events: readonly AppEvent[], code: number, broke: string | null]>([
		['did what would have been a question', [unasked({})], 0, null],
		['broke a deny rule', [unasked({ decision: 'deny', rule: 'user rule Edit' })], 1, 'rule'],
		['broke plan mode', [unasked({ decision: 'deny', isInPlan: true })], 1, 'plan'],
		[
			'broke a rule, and was denied something else',
			[decided('denied'), unasked({ rule: 'user rule Edit' })],
			1,
			'rule',
		],
	])('that %s is named, and fails what it broke', async (_, events, code, broke) => {
		const ran = await inJson(plays(events));
		expect(ran.code).toBe(code);
		expect(ran.json).toMatchObject({ exitCode: code, asks: false, unasked: [{ title: 'Edit a.txt', broke }] });
		expect(ran.err).toContain('Done without asking: Edit a.txt (default mode asks before every edit)');
		expect(ran.err.includes('deny rule or plan mode forbids')).toBe(broke !== null);
	});

	test.each<['fence' | 'shadow', string]>([
		['fence', 'Kept by its sandbox: Edit a.txt (it did not ask, and changed nothing in the workspace)'],
		['shadow', 'Done in its shadow without asking: Edit a.txt (nothing changed in the workspace)'],
	])('that was kept by its %s broke nothing', async (kept, words) => {
		const ran = await inJson(plays([unasked({ decision: 'deny', isInPlan: true, kept })]));
		expect(ran.code).toBe(0);
		expect(ran.json).toMatchObject({ exitCode: 0, asks: false, unasked: [{ broke: null, kept }] });
		expect(ran.err).toContain(words);
		expect(ran.err).not.toContain('could not be stopped');
	});

	test('keeps the exit code of a turn that ended badly for another reason', async () => {
		expect((await run(plays([unasked({ rule: 'user rule Edit' })], 'refusal'))).code).toBe(4);
	});

	test('what is known of it is said before the first prompt', async () => {
		const known = { ...CONNECTED, asking: { commands: 'doesNotAsk' as const } };
		const { err } = await run(plays([]), {}, createFakeApp([known as AppEvent, OPENED]));
		expect(err).toContain('ran commands without asking in an earlier session.');
	});
});

test('The JSON names how long each call took that ended.', async () => {
	const call = (id: string, status: 'completed' | 'pending'): AppEvent => ({
		type: 'tool',
		patch: { id, title: `Read ${id}`, kind: 'read', status },
	});
	const { json } = await inJson(plays([call('a', 'completed'), call('b', 'pending')]));
	const ended = { id: 'a', title: 'Read a', kind: 'read', status: 'completed', durationMs: expect.any(Number) };
	expect(json.toolCalls[0]).toEqual(ended);
});

describe('The usage in the JSON', () => {
	test('has the context, the cost and the tokens of the turn.', async () => {
		const tokens = { inputTokens: 7, outputTokens: 2, cachedReadTokens: 5, cachedWriteTokens: null, totalTokens: 14 };
		const context = { used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } };
		const usage = { ...tokens, models: [{ model: 'm', ...tokens }] };
		const { json } = await inJson((app) =>
			app.say(
				{ type: 'usage', usage: context },
				{ type: 'turn-ended', turnId: turnOf(app), reason: 'end_turn', usage },
			),
		);
		expect(json.usage).toEqual({ ...context, ...tokens });
	});

	test('is null where the agent does not say.', async () => {
		const { usage } = (await inJson(plays([]))).json;
		expect(Object.keys(usage)).toHaveLength(8);
		expect(new Set(Object.values(usage))).toEqual(new Set([null]));
	});
});

test('Two runs give their prompts ids of their own: one session may hold both.', async () => {
	const idOf = ({ app }: Run): string | undefined => app.seen.find((event) => event.type === 'prompt')?.prompt.id;
	const ids = [idOf(await run(plays([]))), idOf(await run(plays([])))];
	expect(new Set([...ids, undefined]).size).toBe(3);
});
