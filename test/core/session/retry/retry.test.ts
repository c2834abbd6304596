import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainProfile } from '../../../../src/core/agents/profile.js';
import type { Effect } from '../../../../src/core/effect.js';
import type { AppEvent } from '../../../../src/core/event.js';
import type { Failure } from '../../../../src/core/failure.js';
import { eachEntry } from '../../../../src/core/session/entries/entry-list.js';
import { initialState } from '../../../../src/core/session/reducers/initial-state.js';
import { reduce } from '../../../../src/core/session/reducers/reduce.js';
import { withoutTimer } from '../../../../src/core/session/retry/failed-prompt.js';
import type { SessionState } from '../../../../src/core/session/state.js';

const BUSY: Failure = { code: 'agent-error', message: 'Too many requests', errorClass: 'rateLimited' };
const LIMIT: Failure = { code: 'agent-error', message: 'Limit', errorClass: 'usageLimit', resetsAt: 100_000 };
const RETRY = { limit: 2, seconds: 1, chance: 0 };

type Session = {
	readonly state: () => SessionState;
	readonly effects: Effect[];
	/** Prompts that were sent, by id. */
	readonly sent: () => readonly string[];
	now: number;
	say(...events: readonly AppEvent[]): void;
	fail(failure?: Failure): void;
	/** Lets the time of the wait come. */
	due(): void;
};

function open(): Session {
	let state = initialState({
		profile: { ...plainProfile({ name: 'x', command: 'x', args: [], env: {} }), instructions: 'Be short.' },
		cwd: '/w',
		mode: 'default',
		isBypassAllowed: false,
		since: 0,
	});
	const session: Session = {
		state: () => state,
		effects: [],
		sent: () => session.effects.flatMap((effect) => (effect.type === 'send-prompt' ? [effect.prompt.id] : [])),
		now: 1000,
		say(...events) {
			for (const event of events) {
				const step = reduce(state, event, session.now);
				state = step.state;
				session.effects.push(...step.effects);
			}
		},
		fail: (failure = BUSY) => session.say({ type: 'turn-failed', turnId: state.turn?.id ?? '', failure, retry: RETRY }),
		due() {
			const { wait } = state.failed ?? {};
			if (wait === undefined) return;
			session.now = wait.until;
			session.say({ type: 'retry-due', retryId: wait.id });
		},
	};
	session.say({ type: 'session-opened', sessionId: 's1', modes: null, options: [] });
	return session;
}

const prompt = (id: string, more: { readonly isFirst?: true; readonly interrupts?: true } = {}): AppEvent => ({
	type: 'prompt',
	prompt: {
		id,
		text: id,
		blocks: [
			{ type: 'text', text: id },
			{ type: 'image', data: 'AA==', mimeType: 'image/png', bytes: 1 },
		],
	},
	...more,
});
const says = (text: string): AppEvent => ({ type: 'text', role: 'agent', text });
const kinds = (session: Session) => [...eachEntry(session.state().entries)].map(({ kind }) => kind);
const waits = (session: Session) =>
	session.effects.flatMap((effect) => (effect.type === 'wait-retry' ? [effect.until] : []));

describe('a failure that may pass, of a turn that brought nothing', () => {
	test('waits twice as long each time, sends the same prompt with all that goes with it, and gives up', () => {
		const session = open();
		session.say(prompt('p1'));
		session.fail();
		expect(session.state().failed).toMatchObject({ sent: 1, wait: { until: 2000, kind: 'service' } });
		expect(session.sent()).toEqual(['p1']);
		session.due();
		session.fail();
		expect(waits(session)).toEqual([2000, 4000]);
		session.due();
		session.fail();
		const prompts = session.effects.flatMap((effect) => (effect.type === 'send-prompt' ? [effect] : []));
		expect(prompts).toHaveLength(3);
		for (const sent of prompts) {
			expect(sent.prompt.blocks).toEqual(prompts[0]?.prompt.blocks);
			expect(sent.instructions).toBe('Be short.');
		}
		expect(new Set(prompts.map(({ turnId }) => turnId)).size).toBe(3);
		expect(session.state().failed?.wait).toBeUndefined();
		expect(kinds(session)).toEqual(['user', 'turn-end', 'turn-end', 'turn-end']);
	});

	test('waits as long as the service says, and a little longer by chance', () => {
		const session = open();
		session.say(prompt('p1'));
		const turnId = session.state().turn?.id ?? '';
		const failure = { ...BUSY, retryAfterMs: 7000 };
		session.say({ type: 'turn-failed', turnId, failure, retry: { ...RETRY, chance: 1 } });
		expect(waits(session)).toEqual([9000]);
	});

	test('a pause that nobody would wait for is offered instead', () => {
		const session = open();
		session.say(prompt('p1'));
		session.fail({ ...BUSY, retryAfterMs: 3 * 3600_000 });
		expect(session.state().failed).toMatchObject({ failure: { resetsAt: 1000 + 3 * 3600_000 } });
		expect(session.state().failed?.wait).toBeUndefined();
	});

	test.each<[string, Failure]>([
		['a limit', LIMIT],
		['an unknown error', { code: 'agent-error', message: 'Internal error', errorClass: 'unknown' }],
		['a bad request', { ...BUSY, errorClass: 'badRequest' }],
		['what the service calls final', { ...BUSY, isFinal: true }],
	])('%s is not sent again', (_, failure) => {
		const session = open();
		session.say(prompt('p1'));
		session.fail(failure);
		expect(waits(session)).toEqual([]);
		expect(session.state().failed).toMatchObject({ prompt: { id: 'p1' }, sent: 1 });
	});

	test.each<[string, AppEvent]>([
		['text', says('x')],
		['a thought', { type: 'text', role: 'thought', text: 'x' }],
		['a tool call', { type: 'tool', patch: { id: 't1', title: 'Read' } }],
		['a plan', { type: 'plan', steps: [{ text: 'a', status: 'pending', priority: 'low' }] }],
		[
			'what it was allowed',
			{ type: 'decided', title: 'x', verdict: { decision: 'allowed', because: '' }, source: 'policy' },
		],
		['what nobody knows', { type: 'unknown', label: 'x', json: '{}' }],
	])('%s before the failure: it is not sent again', (_, answer) => {
		const session = open();
		session.say(prompt('p1'), answer);
		session.fail();
		expect(waits(session)).toEqual([]);
	});

	test('an agent that goes on after its error is left to it: the prompt is held', () => {
		const session = open();
		session.say(prompt('p1'));
		session.fail();
		session.say(says('late'));
		expect(session.state()).toMatchObject({ queue: [{ id: 'p1' }], isQueuePaused: true });
		expect(session.effects.at(-1)).toEqual({ type: 'stop-retry' });
		session.say({ type: 'retry-due', retryId: 'retry-2' });
		expect(session.sent()).toEqual(['p1']);
	});

	test('a turn that the user stopped is not sent again', () => {
		const session = open();
		session.say(prompt('p1'), { type: 'cancel' });
		session.fail();
		expect(session.state().failed).toBeUndefined();
		expect(waits(session)).toEqual([]);
	});
});

describe('while a prompt waits to be sent again', () => {
	const waiting = (): Session => {
		const session = open();
		session.say(prompt('p1'));
		session.fail();
		return session;
	};

	test('it goes at once when the user says so, and the timer is called off', () => {
		const session = waiting();
		const { wait } = session.state().failed ?? {};
		session.say({ type: 'retry-now' });
		expect(session.sent()).toEqual(['p1', 'p1']);
		expect(session.effects.some(({ type }) => type === 'stop-retry')).toBe(true);
		session.say({ type: 'retry-due', retryId: wait?.id ?? '' });
		expect(session.sent()).toEqual(['p1', 'p1']);
	});

	test('its transcript may be cleared: it is shown when it goes', () => {
		const session = waiting();
		session.say({ type: 'clear-transcript' });
		session.due();
		expect(kinds(session)).toEqual(['user']);
	});
});

describe('a usage limit', () => {
	const limited = (): Session => {
		const session = open();
		session.say(prompt('p1'), prompt('p2'));
		session.fail(LIMIT);
		return session;
	};

	test('holds the queue, and waits for its end when the user says so', () => {
		const session = limited();
		expect(session.state()).toMatchObject({ isQueuePaused: true, queue: [{ id: 'p2' }] });
		session.say({ type: 'retry-at-reset' });
		expect(waits(session)).toEqual([105_000]);
		session.due();
		expect(session.sent()).toEqual(['p1', 'p1']);
		expect(kinds(session)).toEqual(['user', 'turn-end', 'note', 'user']);
	});

	test('other prompts may be sent until then; one that runs at the end of the limit is not disturbed', () => {
		const session = limited();
		session.say({ type: 'retry-at-reset' }, prompt('p3'));
		expect(session.sent()).toEqual(['p1', 'p3']);
		session.due();
		expect(session.sent()).toEqual(['p1', 'p3']);
		session.say({ type: 'turn-ended', turnId: session.state().turn?.id ?? '', reason: 'end_turn' });
		expect(session.sent()).toEqual(['p1', 'p3', 'p1']);
	});
});

test('whatever happens in whatever order, a prompt goes once per attempt, never beside another turn, and never again after an answer', () => {
	const steps = fc.array(
		fc.constantFrom(
			'fail',
			'limit',
			'answer',
			'end',
			'due',
			'stale',
			'now',
			'stop',
			'reset',
			'hold',
			'cancel',
			'prompt',
			'first',
			'resume',
			'new',
			'clear',
		),
		{ maxLength: 40 },
	);
	fc.assert(
		fc.property(steps, (script) => {
			const session = open();
			const answered = new Set<string>();
			const old: string[] = [];
			let prompts = 0;
			const run = (step: string): void => {
				const { turn, failed } = session.state();
				const turnId = turn?.id ?? '';
				if (failed?.wait !== undefined) old.push(failed.wait.id);
				if (step === 'fail') session.fail();
				if (step === 'limit') session.fail(LIMIT);
				if (step === 'answer' && turn !== null) {
					answered.add(turn.prompt.id);
					session.say(says('x'));
				}
				if (step === 'end') session.say({ type: 'turn-ended', turnId, reason: 'end_turn' });
				if (step === 'due') session.due();
				if (step === 'stale') {
					for (const retryId of old) if (retryId !== failed?.wait?.id) session.say({ type: 'retry-due', retryId });
				}
				if (step === 'now') session.say({ type: 'retry-now' });
				if (step === 'stop') session.say({ type: 'retry-stop' });
				if (step === 'reset') session.say({ type: 'retry-at-reset' });
				if (step === 'hold') session.say({ type: 'retry-hold' });
				if (step === 'cancel') session.say({ type: 'cancel' });
				if (step === 'resume') session.say({ type: 'queue-resume' });
				if (step === 'clear') session.say({ type: 'clear-transcript' });
				if (step === 'prompt' || step === 'first') {
					prompts += 1;
					session.say(prompt(`p${prompts}`, step === 'first' ? { isFirst: true } : {}));
				}
				if (step === 'new') {
					session.say({ type: 'new-session' }, { type: 'session-opened', sessionId: 's2', modes: null, options: [] });
				}
			};
			for (const step of ['prompt', ...script]) {
				const before = session.state();
				const sentBefore = session.sent().length;
				run(step);
				const sent = session.sent().slice(sentBefore);
				// At most one at a time, and only where no turn ran, but for one that this very step ended.
				expect(sent.length).toBeLessThanOrEqual(1);
				const isEnd = step === 'end' || step === 'fail' || step === 'limit' || step === 'new';
				if (sent.length === 1 && !isEnd) expect(before.turn).toBeNull();
				// By itself, that is when the time comes, goes only what the agent has not answered.
				const isOwn = step === 'due' && before.failed?.wait?.kind === 'service';
				if (isOwn && sent.length === 1) expect(answered.has(sent[0] ?? '')).toBe(false);
				if (step === 'stale') expect(sent).toEqual([]);
			}
			// No prompt is lost: it was sent, waits in the queue, or is remembered.
			const known = new Set([
				...session.sent(),
				...session.state().queue.map(({ id }) => id),
				session.state().failed?.prompt.id,
			]);
			for (let index = 1; index <= prompts; index += 1) expect(known.has(`p${index}`)).toBe(true);
		}),
		{ numRuns: 400 },
	);
});

test.each([
	['waits for its service is in the queue', BUSY, false, ['a']],
	['waits for a limit is offered anew', LIMIT, true, []],
	['was left is as it was', { ...BUSY, errorClass: 'badRequest' } as Failure, null, []],
])('Of a session that is resumed, a failed prompt that %s.', (_, failure, isLeft, queue) => {
	const session = open();
	session.say(prompt('a'));
	session.fail(failure);
	if (failure === LIMIT) session.say({ type: 'retry-at-reset' });
	const before = session.state();
	const after = withoutTimer(before);
	expect(after.failed?.wait).toBeUndefined();
	expect(after.queue.map(({ id }) => id)).toEqual(queue);
	if (isLeft === null) expect(after).toBe(before);
	else expect([before.failed?.wait === undefined, after.failed !== undefined]).toEqual([false, isLeft]);
});
