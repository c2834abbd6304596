import { expect, test } from 'vitest';
import { HistoryWindow } from '../../../src/app/sessions/history-window.js';
import type { AgentEvent } from '../../../src/core/agent-event.js';
import type { AppEvent } from '../../../src/core/event.js';
import { play, ready } from '../../core/session/play.js';
import { createWorld, settlePromises } from '../world.js';

const MB = 1024 * 1024;
const answer = (text: string): AgentEvent => ({ type: 'text', role: 'agent', text });
const mode: AgentEvent = { type: 'agent-mode', modeId: 'code' };

/** A window that expects the history of `old`, or of a fork. */
async function expecting(sessionId: string | null = 'old', { state } = ready()) {
	const { clock, advance, timers } = createWorld();
	const got: AppEvent[] = [];
	const store = { getState: () => state, dispatchAll: (events: readonly AppEvent[]) => got.push(...events) };
	const history = new HistoryWindow({ store, clock, log: { write: () => undefined } as never });
	await history.prepare();
	let seen = 0;
	history.expect(sessionId, () => {
		seen += 1;
	});
	return {
		...{ history, got, timers, seen: () => seen },
		take: (event: AgentEvent, from = 'old') => history.take(from, [event]),
		/** How many milliseconds pass, at most so many, until `promise` settles. */
		async until(promise: Promise<void> | null, most = 20_000, each: () => void = () => undefined) {
			let isSettled = false;
			void promise?.then(() => {
				isSettled = true;
			});
			await settlePromises();
			let passed = 0;
			while (!isSettled && passed < most) {
				advance(10);
				passed += 10;
				if (passed % 100 === 0) each();
				await settlePromises();
			}
			return passed;
		},
	};
}

const words = (events: readonly AppEvent[]): string =>
	events
		.flatMap((event) => (event.type === 'history' ? event.events : []))
		.map((event) => (event.type === 'text' ? event.text : ''))
		.join('');

test.each([
	['nothing came and nothing is awaited', false, '', 0, 0],
	['it was awaited in vain', true, '', 1000, 0],
	['it came, for a quarter of a second of silence', false, 'said', 250, 0],
	['it comes for ever', true, 'said', 15_000, 1],
])('After the answer a history is over: %s', async (_, isAwaited, text, ends, more) => {
	const { history, take, until } = await expecting();
	if (text !== '') take(answer(text));
	const passed = await until(history.answered(isAwaited), 20_000, () => more > 0 && take(answer('more')));
	expect(passed).toBe(ends);
});

test('A late history is waited for, until it is quiet for a quarter of a second, and then stands in the transcript.', async () => {
	const { history, take, until, got, timers } = await expecting();
	take(answer('first, '));
	history.open('old');
	expect([history.pending(), timers()]).toEqual([null, 0]);
	expect(take(mode)).toEqual([mode]);
	expect(history.pending()).toBeNull();
	expect(take(answer('late'))).toEqual([]);
	let left = 3;
	const passed = await until(history.pending(), 20_000, () => left-- > 0 && take(answer(' and later')));
	const all = 'first, late and later and later and later';
	expect([passed, words(got.slice(-1)), history.pending(), timers()]).toEqual([550, all, null, 0]);
	take(answer(' at last'));
	const waiting = history.pending();
	history.end();
	expect([await until(waiting), words(got.slice(-1)), history.pending(), timers()]).toEqual([
		...[0, `${all} at last`, null, 0],
	]);
	expect(take(answer('now'))).toEqual([answer('now')]);
	history.expect('old', () => undefined);
	expect([take(answer('next')), take(mode), history.pending()]).toEqual([[], [], null]);
	history.open('old');
	expect(words(got.slice(-1))).toBe('next');
});

test('A late history that never ends is waited for 15 seconds.', async () => {
	const { history, take, until } = await expecting();
	history.open('old');
	take(answer('on'));
	expect(await until(history.pending(), 20_000, () => take(answer(' and on')))).toBe(15_000);
});

test.each([
	['of the session that is expected', 'old', ['old', 'other'], [[], [answer('x')]]],
	['of the first session that is heard of, of a fork', null, ['fork', 'old'], [[], [answer('x')]]],
])('History is %s alone', async (_, sessionId, from, passed) => {
	const { take, seen, history } = await expecting(sessionId);
	expect(from.map((id) => take(answer('x'), id))).toEqual(passed);
	expect([seen(), history.sessionId()]).toEqual([1, from[0]]);
	history.open('another');
	expect([history.sessionId(), take(answer('y'), from[0])]).toEqual(['another', [answer('y')]]);
});

test('Before the answer an old mode is history, and so is a notice that is known.', async () => {
	const known: AgentEvent = { type: 'notice', level: 'info', title: 'known' };
	const fresh: AgentEvent = { ...known, title: 'fresh' };
	const { take, history } = await expecting('old', play(ready(), known));
	expect([mode, known, fresh].map((event) => take(event))).toEqual([[], [], [fresh]]);
	await history.answered(false);
	expect(take(mode)).toEqual([mode]);
});

const said = (role: 'agent' | 'user', text: string, parts: object = {}): AgentEvent => ({
	...{ type: 'text', role, text },
	...parts,
});
const look: AgentEvent = { type: 'tool', patch: { id: 'c', title: 'c' } };
const big = 'x'.repeat(MB / 2);

test.each<[string, readonly AgentEvent[], readonly number[][]]>([
	['chunks of a message', [answer('a'), answer('b')], [[2]]],
	['chunks with an id', [said('user', 'a', { messageId: 'm' }), said('user', 'b', { messageId: 'm' })], [[2]]],
	['prompts without one', [said('user', 'a'), said('user', 'b')], [[1, 1]]],
	[
		'a prompt and its answer',
		[said('user', 'a', { messageId: 'm' }), said('agent', 'b', { messageId: 'm' })],
		[[1, 1]],
	],
	['two messages', [said('agent', 'a', { messageId: 'm' }), said('agent', 'b', { messageId: 'n' })], [[1, 1]]],
	['a sub-agent and its parent', [said('agent', 'a', { parentId: 'c' }), answer('b')], [[1, 1]]],
	['what a call stands between', [answer('a'), look, answer('b')], [[1, 0, 1]]],
	['exactly a megabyte', [answer(big), answer(big)], [[MB]]],
	['more than a megabyte', [answer(big), answer(`${big}y`)], [[MB / 2], [MB / 2 + 1]]],
	[
		'a megabyte with what it costs to keep it',
		[said('user', big), said('user', big.slice(200))],
		[[MB / 2, MB / 2 - 200]],
	],
	['a little more', [said('user', big), said('user', big.slice(199))], [[MB / 2], [MB / 2 - 199]]],
])('A history is joined where it belongs together, and comes in parts of a megabyte: %s', async (_, events, parts) => {
	const { history, take, got } = await expecting();
	for (const event of events) take(event);
	history.open('old');
	const lengths = got.map(
		(event) => event.type === 'history' && event.events.map((each) => (each.type === 'text' ? each.text.length : 0)),
	);
	expect(lengths).toEqual(parts);
});

test.each([
	['large', 32, MB - 100, 32, '0 MB'],
	['large', 33, MB - 100, 24, '9 MB'],
	['many', 100_001, 0, 75_000, '3 MB'],
])(
	'Of a history that is too %s the oldest quarter is left out, which is said once (%i)',
	async (_, count, size, kept, left) => {
		const { history, take, got } = await expecting();
		const filler = 'x'.repeat(size);
		for (let at = 0; at < count; at += 1) take(said('agent', filler, { messageId: `${at}` }));
		history.open('old');
		history.end();
		const told = got.flatMap((event) => (event.type === 'note' ? [/[0-9]+ MB/.exec(event.title)?.[0]] : []));
		const events = got.flatMap((event) => (event.type === 'history' ? event.events : []));
		expect([told, events.length, events.at(-1)]).toEqual([
			kept === count ? [] : [left],
			kept,
			said('agent', filler, { messageId: `${count - 1}` }),
		]);
	},
);
