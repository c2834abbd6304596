import fc, {
	type Arbitrary,
	array,
	boolean,
	constantFrom,
	jsonValue,
	letrec,
	nat,
	oneof,
	property,
	record,
	string,
} from 'fast-check';
import { expect, test } from 'vitest';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { AppEvent } from '../../../src/core/event.js';
import { initialState } from '../../../src/core/session/reducers/initial-state.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { formatLine } from '../../../src/core/sessions/log-format.js';
import { createReplay } from '../../../src/core/sessions/replay.js';
import { infoOf } from '../../core/session/play.js';
import { randomEvent } from '../../core/session/random-events.js';
import { expectReplayed, Recording } from './saved-session.js';

const LAUNCH = { name: 'agent', command: 'agent', args: ['--key', 'SECRET'], env: { KEY: 'SECRET' } };

const id = constantFrom('a', 'b', 'c');
const words = constantFrom('Hello there', ' and more.', 'Another sentence.', '\n\n', 'x');
const one = <T>(...values: readonly T[]): Arbitrary<T> => constantFrom(...values);

/** What may happen, in any order, whether it fits or not. */
const happens: Arbitrary<(state: SessionState) => AppEvent> = oneof(
	{
		arbitrary: record({ role: one('agent' as const, 'thought' as const, 'user' as const), text: words }).map(
			(chunk) => () => ({ type: 'text' as const, ...chunk }),
		),
		weight: 8,
	},
	record({ role: one('agent' as const), text: words, parentId: id }).map((chunk) => () => ({
		type: 'text' as const,
		...chunk,
	})),
	{
		arbitrary: record({
			id,
			title: words,
			kind: one('edit' as const, 'execute' as const, 'read' as const),
			status: one('pending' as const, 'in_progress' as const, 'completed' as const, 'failed' as const),
			// What comes over the wire knows no -0.
			rawInput: jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
		}).map((patch) => (): AppEvent => ({ type: 'tool', patch })),
		weight: 6,
	},
	record({ terminalId: id, toolCallId: id }).map(
		(of) => (): AppEvent => ({ type: 'terminal-started', command: 'ls', ours: false, ...of }),
	),
	record({ terminalId: id, data: words }).map((of) => (): AppEvent => ({ type: 'terminal-output', ...of })),
	record({ terminalId: id }).map(
		(of) => (): AppEvent => ({ type: 'terminal-exited', exit: { code: 0, signal: null }, ...of }),
	),
	{
		arbitrary: record({ id: string({ minLength: 6, maxLength: 6 }), text: words, isFirst: boolean() }).map(
			({ id: promptId, text, isFirst }) =>
				(): AppEvent => ({ type: 'prompt', isFirst, prompt: { id: promptId, text, blocks: [{ type: 'text', text }] } }),
		),
		weight: 4,
	},
	{
		arbitrary: one('end_turn' as const, 'cancelled' as const, 'refusal' as const).map(
			(reason) =>
				(state: SessionState): AppEvent => ({ type: 'turn-ended', turnId: state.turn?.id ?? 'turn-0', reason }),
		),
		weight: 3,
	},
	one('agent-error' as const, 'agent-exit' as const, 'auth-required' as const).map(
		(code) =>
			(state: SessionState): AppEvent => ({
				type: 'turn-failed',
				turnId: state.turn?.id ?? 'turn-0',
				failure: { code, message: 'It failed.' },
			}),
	),
	one<AppEvent>(
		{ type: 'cancel' },
		{ type: 'queue-resume' },
		{ type: 'message-ended' },
		{ type: 'restart-agent' },
		{ type: 'clear-transcript' },
		{ type: 'sign-in' },
		{ type: 'sign-in-left' },
		{ type: 'signed-in', methodId: 'm', needsRestart: false },
		{ type: 'set-mode', mode: 'plan' },
		{ type: 'set-mode', mode: 'default' },
		{ type: 'set-mode', mode: 'acceptEdits' },
		{ type: 'plan', steps: [{ text: 'first', priority: 'high', status: 'pending' }] },
		{ type: 'session-info', title: 'A title' },
		{ type: 'usage', usage: { used: 1, size: 2, cost: { amount: 1, currency: 'USD' } } },
		{ type: 'notice', level: 'info', title: 'Take note' },
		{ type: 'run-command', line: 'ls', isPrivate: false, isWhole: false },
		{ type: 'junk-lines', count: 1 },
		{ type: 'remove-rule', rule: { decision: 'allow', text: 'Bash(ls)', origin: 'session' } },
		{ type: 'agent-connected', info: infoOf() },
		{ type: 'session-opened', sessionId: 's2', modes: null, options: [] },
		{ type: 'agent-exited', exit: { code: 1, signal: null, stderrTail: ['no'], junkLines: 0, expected: false } },
		{
			type: 'decided',
			toolCallId: 'a',
			title: 'x',
			kind: 'edit',
			verdict: { decision: 'denied', because: 'no' },
			source: 'policy',
		},
		{ type: 'decided', title: 'x', verdict: { decision: 'denied', because: 'no' }, source: 'policy' },
		{ type: 'switch-agent', profile: plainProfile({ ...LAUNCH, name: 'other' }) },
		{ type: 'new-session' },
		{ type: 'handed-over', to: { agent: 'Other', recordId: 'abcdefghijkl' }, promptIds: ['p1', 'p2'] },
		{ type: 'handed-over', to: { agent: 'Other', recordId: null }, promptIds: [] },
		{ type: 'taken-over', from: { agent: 'Other', recordId: 'abcdefghijkl' }, title: 'A title', sets: [] },
	).map((event) => () => event),
	id.map(
		(questionId) => (): AppEvent => ({
			type: 'question-asked',
			question: {
				kind: 'permission',
				from: 'agent',
				id: questionId,
				request: { source: 'permission', kind: 'edit', title: 'Edit', paths: [], diffs: [] },
				because: 'it changes files',
				toolCallId: questionId,
				askedAt: 1,
				options: [
					{ id: 'yes', name: 'Allow', kind: 'allow_once' },
					{ id: 'no', name: 'Reject', kind: 'reject_once' },
				],
				offers: [{ text: 'Edit', words: 'edits' }],
			},
		}),
	),
	record({ questionId: id, optionId: one('yes', 'no', 'other') }).map(
		({ questionId, optionId }) =>
			(): AppEvent => ({ type: 'answer', questionId, outcome: { type: 'selected', optionId } }),
	),
);

/** The running turn's id where an event says `turn-0`. */
const further: typeof happens = randomEvent().map(
	(event) => (state: SessionState) =>
		'turnId' in event && event.turnId === 'turn-0' ? { ...event, turnId: state.turn?.id ?? 'turn-0' } : event,
);

const steps = array(record({ happens: oneof(happens, further), pause: nat(2000) }), { maxLength: 60 });

function fresh(): SessionState {
	const state = initialState({
		profile: plainProfile(LAUNCH),
		cwd: '/w',
		mode: 'default',
		isBypassAllowed: false,
		since: 0,
	});
	const opened: readonly AppEvent[] = [
		{ type: 'agent-connected', info: infoOf() },
		{ type: 'session-opened', sessionId: 's1', modes: null, options: [] },
	];
	return opened.reduce((next, event) => reduce(next, event, 0).state, state);
}

test('A log brings back what was shown, whatever happened in whatever order, and nothing that is secret', () => {
	fc.assert(
		property(steps, (happened) => {
			let state = initialState({
				profile: plainProfile(LAUNCH),
				cwd: '/w',
				mode: 'default',
				isBypassAllowed: false,
				since: 0,
			});
			let at = 1000;
			let count = 0;
			const queue: AppEvent[] = [];
			const recording = new Recording(
				state,
				() => state,
				(event) => queue.push(event),
			);
			const dispatch = (event: AppEvent): void => {
				state = reduce(state, event, at).state;
				recording.happened(event, at, state);
				for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
					state = reduce(state, next, at).state;
					recording.happened(next, at, state);
				}
			};
			dispatch({ type: 'agent-connected', info: infoOf() });
			dispatch({ type: 'session-opened', sessionId: 's1', modes: null, options: [] });
			for (const { happens: what, pause } of happened) {
				at += pause;
				const event = what(state);
				// Ids of prompts are unique.
				count += 1;
				const id = `p${count}`;
				dispatch(event.type === 'prompt' ? { ...event, prompt: { ...event.prompt, id } } : event);
				// Nothing is said between two sessions.
				const { phase } = state.connection;
				const isNew = event.type === 'new-session' && (phase === 'starting' || phase === 'opening');
				if (isNew && phase === 'starting') dispatch({ type: 'agent-connected', info: infoOf() });
				if (isNew) dispatch({ type: 'session-opened', sessionId: 's3', modes: null, options: [] });
			}
			if (state.record == null) return;
			const log = recording.newest();
			if (log === undefined) throw new Error('no log');
			expectReplayed(log, state);
			expect(log.lines.map(formatLine).join('')).not.toContain('SECRET');
		}),
		{ numRuns: Number(process.env['ACP_TUI_LONG'] ?? 0) === 1 ? 20_000 : 300 },
	);
});

test('Whatever stands in a log, it can be replayed', () => {
	const { line } = letrec((tie) => ({
		line: oneof(
			string(),
			jsonValue().map((value) => JSON.stringify(value)),
			record({
				at: oneof(nat(), jsonValue()),
				event: tie('event'),
				turn: jsonValue(),
				next: jsonValue(),
				until: jsonValue(),
			}).map((value) => JSON.stringify(value)),
		),
		event: record(
			{
				type: oneof(
					one(
						'text',
						'tool',
						'prompt',
						'turn-ended',
						'question-asked',
						'answer',
						'plan',
						'turn-changes',
						'history',
						'session-opened',
						'agent-connected',
						'run-command',
						'terminal-started',
						'terminal-output',
						'usage',
						'switch-agent',
						'handed-over',
						'taken-over',
						'config-options',
					),
					string(),
				),
				role: one<string | number>('agent', 'user', 1),
				text: jsonValue(),
				patch: jsonValue(),
				prompt: jsonValue(),
				question: jsonValue(),
				questionId: jsonValue(),
				outcome: jsonValue(),
				steps: jsonValue(),
				set: jsonValue(),
				terminalId: jsonValue(),
				data: jsonValue(),
				usage: jsonValue(),
				options: jsonValue(),
				info: jsonValue(),
				events: jsonValue(),
			},
			{ requiredKeys: ['type'] },
		),
	}));
	fc.assert(
		property(array(line as Arbitrary<string>, { maxLength: 40 }), (lines) => {
			const header = {
				id: 'abcdefghijkl',
				createdAt: 0,
				cwd: '/',
				additionalDirectories: [],
				agent: 'a',
				mode: 'default' as const,
			};
			const replay = createReplay(header, false);
			for (const each of lines) replay.add(each);
			expect(replay.end().recordId).toBe('abcdefghijkl');
		}),
		{ numRuns: 500 },
	);
});

test('Input that is nested deeply, endless or no number does not get into the session', () => {
	const header = {
		id: 'abcdefghijkl',
		createdAt: 0,
		cwd: '/',
		additionalDirectories: [],
		agent: 'a',
		mode: 'default' as const,
	};
	const replay = createReplay(header, false);
	const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	replay.add(`{"at":1,"event":{"type":"tool","patch":{"id":"c","rawInput":${deep}}}}`);
	replay.add('{"at":1e999,"event":{"type":"text","role":"agent","text":"never"}}');
	replay.add('{"at":1,"event":{"type":"usage","usage":{"used":"1","size":2}}}');
	replay.add(
		`{"at":1,"event":{"type":"text","role":"agent","text":${JSON.stringify('x'.repeat(1000))},"__proto__":{"polluted":1}}}`,
	);
	const { state } = replay.end();
	const [call, lost, message] = state.entries.leaves.flat();
	expect(lost).toMatchObject({ kind: 'note', id: expect.stringMatching(/^lost-/) });
	expect(call?.kind === 'tool' && call.call.rawInput).toBe('… nested too deeply, left out');
	expect(message?.kind).toBe('message');
	expect(state.usage).toBeNull();
	expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('A log that is cut anywhere replays to what was shown before', () => {
	let state = fresh();
	const recording = new Recording(state, () => state);
	let at = 1000;
	const seen: number[] = [];
	const dispatch = (event: AppEvent): void => {
		at += 10;
		state = reduce(state, event, at).state;
		recording.happened(event, at, state);
		seen.push(state.entries.size);
	};
	for (let turn = 0; turn < 2; turn += 1) {
		dispatch({
			type: 'prompt',
			prompt: { id: `p${turn}`, text: 'Say something ü', blocks: [{ type: 'text', text: 'Say something ü' }] },
		});
		dispatch({ type: 'text', role: 'agent', text: 'Ö, here it is.' });
		dispatch({ type: 'tool', patch: { id: `c${turn}`, title: 'Read', kind: 'read', status: 'completed' } });
		dispatch({ type: 'turn-ended', turnId: state.turn?.id ?? '', reason: 'end_turn' });
	}
	const log = recording.newest();
	if (log === undefined) throw new Error('no log');
	const bytes = Buffer.from(log.lines.map(formatLine).join(''));
	const whole = shownOf(bytes, bytes.length);
	for (let cut = 0; cut <= bytes.length; cut += 1) {
		const part = shownOf(bytes, cut);
		// What follows a prompt that is alone says that it was interrupted; half a line is reported.
		const before = part.filter((line) => !line.startsWith('turn-end interrupted') && line !== 'note');
		expect(whole.slice(0, before.length)).toEqual(before);
	}

	function shownOf(from: Buffer, to: number): readonly string[] {
		if (log === undefined) return [];
		const replay = createReplay(log.header, false);
		for (const line of from.subarray(0, to).toString('utf8').split('\n')) replay.add(line);
		return replay
			.end()
			.state.entries.leaves.flat()
			.map((entry) => {
				if (entry.kind === 'turn-end') return `turn-end ${entry.reason}`;
				return 'text' in entry ? `${entry.kind} ${entry.text}` : entry.kind;
			});
	}
});

test('What waited on hold when a new session began still waits behind what was sent there', () => {
	let state = fresh();
	const recording = new Recording(state, () => state);
	const dispatch = (event: AppEvent): void => {
		state = reduce(state, event, 1000).state;
		recording.happened(event, 1000, state);
	};
	const send = (id: string): void =>
		dispatch({ type: 'prompt', prompt: { id, text: id, blocks: [{ type: 'text', text: id }] } });
	send('p1');
	send('p2');
	dispatch({ type: 'new-session' });
	dispatch({ type: 'session-opened', sessionId: 's3', modes: null, options: [] });
	send('p3');
	const log = recording.newest();
	if (log === undefined) throw new Error('no log');
	expect(state.turn?.prompt.id).toBe('p3');
	expectReplayed(log, state);
});
