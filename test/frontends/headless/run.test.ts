import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { UnaskedAction } from '../../../src/core/asking.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Question } from '../../../src/core/session/question.js';
import { runHeadless } from '../../../src/frontends/headless/follow.js';
import type { HeadlessOptions } from '../../../src/frontends/headless/options.js';
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

describe('the exit code tells how the turn ended', () => {
	test.each<[string, number, (app: FakeApp) => void]>([
		['the turn ended', 0, (app) => app.endTurn('end_turn')],
		['a stop reason that nobody knows', 0, (app) => app.endTurn('unknown')],
		['refused by the agent', 4, (app) => app.endTurn('refusal')],
		['out of tokens', 5, (app) => app.endTurn('max_tokens')],
		['out of requests', 5, (app) => app.endTurn('max_turn_requests')],
		['cancelled by nobody', 1, (app) => app.endTurn('cancelled')],
		['the agent crashed', 1, (app) => app.say(exited)],
		[
			'the prompt failed',
			1,
			(app) => app.say({ type: 'turn-failed', turnId: app.getState().turn?.id ?? '', failure: failure('agent-error') }),
		],
		[
			'a sign-in is wanted by the prompt',
			3,
			(app) =>
				app.say({ type: 'turn-failed', turnId: app.getState().turn?.id ?? '', failure: failure('auth-required') }),
		],
		[
			'something was denied and nothing allowed',
			7,
			(app) => {
				app.say(decided('denied'));
				app.endTurn('end_turn');
			},
		],
		[
			'something was denied and only a read allowed',
			7,
			(app) => {
				app.say({ ...decided('allowed', 'Read a.txt'), kind: 'read' }, decided('denied'));
				app.endTurn('end_turn');
			},
		],
		[
			'something was denied and something allowed',
			0,
			(app) => {
				app.say(decided('denied'), decided('allowed'));
				app.endTurn('end_turn');
			},
		],
		[
			'a denial ended the turn',
			7,
			(app) => {
				app.say(decided('allowed'), decided('denied'));
				app.endTurn('cancelled');
			},
		],
		[
			'a refusal after a denial stays a refusal',
			4,
			(app) => {
				app.say(decided('denied'));
				app.endTurn('refusal');
			},
		],
		[
			'a plan was kept',
			0,
			(app) => {
				app.say({ type: 'question-asked', question: planQuestion('the plan') });
				queueMicrotask(() => app.endTurn('cancelled'));
			},
		],
	])('%s: %i', async (_, code, play) => {
		const result = await run(play);
		expect(result.code).toBe(code);
		const json = await run(play, { format: 'json' });
		expect(JSON.parse(json.out)).toMatchObject({ type: 'result', exitCode: code });
		expect(json.out.trimEnd()).not.toContain('\n');
	});

	test.each([
		['auth-required', 3],
		['agent-start', 1],
	] as const)('a start that fails with %s: %i', async (code, exitCode) => {
		const app = createFakeApp([{ type: 'agent-failed', failure: failure(code) }]);
		const result = await run(() => {}, {}, app);
		expect(result.code).toBe(exitCode);
		expect(result.out).toBe('');
		expect(result.err).toBe(`acp-tui: it is ${code}\n  do something\n`);
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
	const resultOf = async (play: (app: FakeApp, turnId: string) => void) => {
		const { out } = await run((app) => play(app, app.getState().turn?.id ?? ''), { format: 'json' });
		return JSON.parse(out) as { errorClass: string | null; resetsAt?: string };
	};
	const fails = (more: object) =>
		resultOf((app, turnId) =>
			app.say({ type: 'turn-failed', turnId, failure: { ...failure('agent-error'), ...more } }),
		);

	test('by the class that was read from the error, the stop reason, or the end of the process', async () => {
		expect((await fails({ errorClass: 'badRequest' })).errorClass).toBe('badRequest');
		expect((await fails({})).errorClass).toBe('unknown');
		expect((await fails({ code: 'auth-required' })).errorClass).toBe('signIn');
		expect((await resultOf((app) => app.say(exited))).errorClass).toBe('process');
		const ends = (reason: 'refusal' | 'max_tokens' | 'end_turn') =>
			resultOf((app, turnId) => app.say({ type: 'turn-ended', turnId, reason }));
		expect((await ends('refusal')).errorClass).toBe('refusal');
		expect((await ends('max_tokens')).errorClass).toBe('contextFull');
		expect((await ends('end_turn')).errorClass).toBeNull();
	});

	test('and when a usage limit ends', async () => {
		const result = await fails({ errorClass: 'usageLimit', resetsAt: Date.UTC(2026, 10, 22, 15) });
		expect(result).toMatchObject({ errorClass: 'usageLimit', resetsAt: '2026-11-22T15:00:00.000Z' });
		expect(await fails({ errorClass: 'usageLimit' })).not.toHaveProperty('resetsAt');
	});
});

describe('a run that is stopped', () => {
	const timer = () => {
		const fire: (() => void)[] = [];
		return {
			fire,
			clock: {
				now: () => 0,
				after: (_: number, go: () => void) => {
					fire.push(go);
					return () => {};
				},
			},
		};
	};

	test('a time-out cancels the turn, waits for its end and is 6', async () => {
		const { fire, clock } = timer();
		const result = await run(() => fire[0]?.(), { clock, timeoutSeconds: 2 });
		expect(result.code).toBe(6);
		expect(result.err).toBe('acp-tui: Timed out after 2 s.\n');
		expect(result.app.seen.map((event) => event.type)).toContain('cancel');
	});

	test('an agent that ignores the cancel is not waited for after the patience', async () => {
		const { fire, clock } = timer();
		const app = createFakeApp();
		app.onCancel = (it) => it.say({ type: 'cancel-ignored', turnId: it.getState().turn?.id ?? '' });
		expect((await run(() => fire[0]?.(), { clock, timeoutSeconds: 2 }, app)).code).toBe(6);
	});

	test('a time-out before the session is there needs no turn to end', async () => {
		const { fire, clock } = timer();
		const app = createFakeApp([]);
		const result = run(() => {}, { clock, timeoutSeconds: 2 }, app);
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
		['its end', true, (app) => app.endTurn('end_turn')],
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
		const { out, err } = await run((app) => {
			app.say({ type: 'text', role: 'thought', text: 'hmm' }, says('I look'), says(' at it.'));
			app.say({ type: 'tool', patch: { id: 't', title: 'Read a', kind: 'read' } });
			app.say(says('Done.', 'm2'), says('And more.', 'm3'));
			app.endTurn('end_turn');
		});
		expect(out).toBe('I look at it.\n\nDone.\n\nAnd more.\n');
		expect(err).toBe('');
	});

	test('what came beside words is named, and not lost in JSON', async () => {
		const link = { type: 'resource_link', uri: 'https://example.org/a', name: 'a' } as const;
		const picture = { type: 'image', mimeType: 'image/png', data: '', bytes: 0 } as const;
		const play = (app: FakeApp): void => {
			app.say(says('See:'), { type: 'block', role: 'agent', block: picture });
			app.say({ type: 'block', role: 'agent', block: link }, { type: 'block', role: 'thought', block: picture });
			app.endTurn('end_turn');
		};
		const { out, err } = await run(play);
		expect(out).toBe('See:\n');
		expect(err).toContain('acp-tui: The answer has more than text');
		expect(err).toContain('\n  a picture (image/png)\n  a link: a https://example.org/a\n');
		const json = await run(play, { format: 'json' });
		expect(JSON.parse(json.out).besideText).toEqual(['a picture (image/png)', 'a link: a https://example.org/a']);
		expect(json.err).toBe('');
	});

	test('the file that the run itself writes to is no change of the agent’s', async () => {
		const file = (path: string) => ({ path, kind: 'added', isTampering: true, known: { type: 'none' } });
		const set = { id: 'c1', files: [file('err.txt'), file('a.txt')] };
		const play = (app: FakeApp): void => {
			app.say({ type: 'turn-changes', set } as unknown as AppEvent);
			app.endTurn('end_turn');
		};
		const own = await run(play, { isOwnOutput: (path) => path === 'err.txt' });
		expect(own.err).toContain('a.txt');
		expect(own.err).not.toContain('err.txt');
		expect((await run(play, { isOwnOutput: () => true })).code).toBe(0);
	});

	test('what is said before the prompt is not the answer', async () => {
		const app = createFakeApp([CONNECTED, says('Welcome!'), OPENED]);
		const { out } = await run(
			(it) => {
				it.say(says('Hi'));
				it.endTurn('end_turn');
			},
			{},
			app,
		);
		expect(out).toBe('Hi\n');
	});

	test.each([
		[['a\x1b[31mred\x1b[0m'], 'ared\n'],
		[['a\x1b', '[31', 'mred'], 'ared\n'],
		[['a\x1b]0;ti', 'tle\x07b'], 'ab\n'],
		[['col\tumn\n'], 'col\tumn\n'],
		[['a\r', '\nb'], 'a\nb\n'],
		[['\ud83d', '\ude00'], '😀\n'],
		[['half \x1b[3'], 'half \n'],
	])('%j cannot act on a terminal, however it is cut', async (chunks, expected) => {
		const { out } = await run((app) => {
			for (const chunk of chunks) app.say(says(chunk));
			app.endTurn('end_turn');
		});
		expect(out).toBe(expected);
	});

	test.each([
		['\x1b[3', '1mred', 'red'],
		['\x9b3', '1mred', 'red'],
		['\ud83d', '\ude00', '😀'],
	])('nor can what is cut behind a long text: %#', async (half, rest, expected) => {
		const long = 'word '.repeat(1000);
		const { out } = await run((app) => {
			app.say(says(`${long}${half}`), says(rest));
			app.endTurn('end_turn');
		});
		expect(out).toBe(`${long}${expected}\n`);
	});

	test('words come as they are said', async () => {
		const seen: string[] = [];
		await run(
			(app) => {
				app.say(says('one '));
				seen.push('(then)');
				app.say(says('two'));
				app.endTurn('end_turn');
			},
			{ write: (text) => seen.push(text) },
		);
		expect(seen).toEqual(['one ', '(then)', 'two', '\n']);
	});

	test('a kept plan is printed, unless the answer holds it', async () => {
		const play = (text: string) => (app: FakeApp) => {
			app.say(says(text), { type: 'question-asked', question: planQuestion('1. Look\n2. Leap\n') });
			queueMicrotask(() => app.endTurn('end_turn'));
		};
		expect((await run(play(''))).out).toBe('1. Look\n2. Leap\n');
		expect((await run(play('Here is a plan.'))).out).toBe('Here is a plan.\n\n1. Look\n2. Leap\n');
		expect((await run(play('Plan:\n1. Look\n2. Leap'))).out).toBe('Plan:\n1. Look\n2. Leap\n');
	});

	test('a plan review that the app cannot answer is dismissed, not waited for', async () => {
		const { app } = await run((it) => {
			it.say({ type: 'question-asked', question: planQuestion('p') });
			queueMicrotask(() => queueMicrotask(() => it.endTurn('end_turn')));
		});
		expect(app.seen).toContainEqual({ type: 'answer', questionId: 'ask-1', outcome: { type: 'cancelled' } });
	});

	test('a folder that the session had before is reported, as this call did not name it', async () => {
		const { err } = await run((app) => {
			app.say({ type: 'directory-added', directories: ['/lib'], added: '/lib', remark: null });
			app.endTurn('end_turn');
		});
		expect(err).toBe('acp-tui: The session also works in /lib, as it did before.\n');
	});

	test('a denial is reported on standard error and in the result', async () => {
		const play = (app: FakeApp) => {
			app.say(decided('denied', 'Edit \x1b[2Ja'), says('No.'));
			app.endTurn('end_turn');
		};
		const text = await run(play);
		expect(text.out).toBe('No.\n');
		expect(text.err).toBe('acp-tui: Denied: Edit a (a rule says so)\n');
		const { denied, result } = JSON.parse((await run(play, { format: 'json' })).out);
		expect({ denied, result }).toEqual({
			denied: [{ title: 'Edit \x1b[2Ja', because: 'a rule says so' }],
			result: 'No.',
		});
	});
});

describe('stream-json', () => {
	test('is one event a line with its time, and the result at the end', async () => {
		const { out } = await run(
			(app) => {
				app.say(says('Hi\n'));
				app.endTurn('end_turn');
			},
			{ format: 'stream-json' },
		);
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
		const { out } = await run(
			(app) => {
				app.say({ type: 'session-ready' }, { type: 'junk-lines', count: 3 });
				app.endTurn('end_turn');
			},
			{ format: 'stream-json' },
		);
		expect(out).not.toMatch(/quirks|isMoreComing|session-ready|junk-lines/);
		const page = readFileSync(new URL('../../../docs/scripting.md', import.meta.url), 'utf8');
		const described = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, type]) => type);
		expect(described.sort()).toEqual([...Object.keys(STREAM_EVENTS), ...Object.keys(STREAM_COMMANDS)].sort());
	});

	test('cuts what is huge, keeps secrets of the environment, and holds nothing that a terminal acts on', async () => {
		const app = createFakeApp();
		const { out } = await run(
			(it) => {
				it.say({ type: 'agent-starting', launch: it.getState().profile.launch }, says('\x1b[31m\u009b2J\u202e'));
				it.say({ type: 'unknown', label: 'x', json: 'y'.repeat(1_000_000) });
				it.endTurn('end_turn');
			},
			{ format: 'stream-json' },
			app,
		);
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
		const ran = await run(
			(app) => {
				app.say(...events);
				app.endTurn('end_turn');
			},
			{ format: 'json' },
		);
		expect(ran.code).toBe(code);
		expect(JSON.parse(ran.out)).toMatchObject({
			exitCode: code,
			asks: false,
			unasked: [{ title: 'Edit a.txt', broke }],
		});
		expect(ran.err).toContain('Done without asking: Edit a.txt (default mode asks before every edit)');
		expect(ran.err.includes('deny rule or plan mode forbids')).toBe(broke !== null);
	});

	test.each<['fence' | 'shadow', string]>([
		['fence', 'Kept by its sandbox: Edit a.txt (it did not ask, and changed nothing in the workspace)'],
		['shadow', 'Done in its shadow without asking: Edit a.txt (nothing changed in the workspace)'],
	])('that was kept by its %s broke nothing', async (kept, words) => {
		const ran = await run(
			(app) => {
				app.say(unasked({ decision: 'deny', isInPlan: true, kept }));
				app.endTurn('end_turn');
			},
			{ format: 'json' },
		);
		expect(ran.code).toBe(0);
		expect(JSON.parse(ran.out)).toMatchObject({ exitCode: 0, asks: false, unasked: [{ broke: null, kept }] });
		expect(ran.err).toContain(words);
		expect(ran.err).not.toContain('could not be stopped');
	});

	test('keeps the exit code of a turn that ended badly for another reason', async () => {
		const { code } = await run((app) => {
			app.say(unasked({ rule: 'user rule Edit' }));
			app.endTurn('refusal');
		});
		expect(code).toBe(4);
	});

	test('what is known of it is said before the first prompt', async () => {
		const known = { ...CONNECTED, asking: { commands: 'doesNotAsk' as const } };
		const { err } = await run((app) => app.endTurn('end_turn'), {}, createFakeApp([known as AppEvent, OPENED]));
		expect(err).toContain('ran commands without asking in an earlier session.');
	});
});

test('The JSON names how long each call took that ended.', async () => {
	const { out } = await run(
		(app) => {
			app.say({ type: 'tool', patch: { id: 'a', title: 'Read a', kind: 'read', status: 'completed' } });
			app.say({ type: 'tool', patch: { id: 'b', title: 'Read b', kind: 'read', status: 'pending' } });
			app.endTurn('end_turn');
		},
		{ format: 'json' },
	);
	expect(JSON.parse(out).toolCalls[0]).toEqual({
		id: 'a',
		title: 'Read a',
		kind: 'read',
		status: 'completed',
		durationMs: expect.any(Number),
	});
});

describe('The usage in the JSON', () => {
	const unknown = { inputTokens: null, outputTokens: null, cachedReadTokens: null, cachedWriteTokens: null };

	test('has the context, the cost and the tokens of the turn.', async () => {
		const { out } = await run(
			(app) => {
				const tokens = {
					inputTokens: 7,
					outputTokens: 2,
					cachedReadTokens: 5,
					cachedWriteTokens: null,
					totalTokens: 14,
				};
				app.say({ type: 'usage', usage: { used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } } });
				const turnId = app.getState().turn?.id ?? '';
				app.say({
					type: 'turn-ended',
					turnId,
					reason: 'end_turn',
					usage: { ...tokens, models: [{ model: 'm', ...tokens }] },
				});
			},
			{ format: 'json' },
		);
		expect(JSON.parse(out).usage).toEqual({
			used: 10,
			size: 100,
			cost: { amount: 0.5, currency: 'USD' },
			inputTokens: 7,
			outputTokens: 2,
			cachedReadTokens: 5,
			cachedWriteTokens: null,
			totalTokens: 14,
		});
	});

	test('is null where the agent does not say.', async () => {
		const { out } = await run((app) => app.endTurn('end_turn'), { format: 'json' });
		expect(JSON.parse(out).usage).toEqual({ used: null, size: null, cost: null, ...unknown, totalTokens: null });
	});
});

test('Two runs give their prompts ids of their own: one session may hold both.', async () => {
	const idOf = ({ app }: Run): string | undefined => app.seen.find((event) => event.type === 'prompt')?.prompt.id;
	const first = idOf(await run((app) => app.endTurn('end_turn')));
	const second = idOf(await run((app) => app.endTurn('end_turn')));
	expect(first).toBeDefined();
	expect(second).toBeDefined();
	expect(second).not.toBe(first);
});

test.each([
	[true, 'could not copy the session'],
	[false, 'could not take the session up again'],
])('What became of a session that was asked for is said as it was asked for: a copy %s', async (isFork, words) => {
	const resuming = {
		sessionId: 's0',
		title: null,
		settings: null,
		isFork,
		hasTranscript: true,
		fallback: 'plain' as const,
		failed: [],
		deaths: 0,
	};
	const opened: AppEvent = { ...OPENED, resumed: 'new' } as AppEvent;
	const app = createFakeApp([{ type: 'resume-begun', resuming }, CONNECTED, opened]);
	const end = (now: FakeApp): void =>
		now.say({ type: 'turn-ended', turnId: now.getState().turn?.id ?? '', reason: 'end_turn' });
	const { err } = await run(end, {}, app);
	expect(err).toContain(words);
});
