import { expect, test } from 'vitest';
import { limits } from '../../../src/core/limits.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import type { Question } from '../../../src/core/session/question.js';
import { announce, call, type Sessions, text, transcripts, treeOf, working } from './sessions.js';

const running = { state: { state: 'running' } } as const;
const done = { state: { state: 'idle', stopReason: 'end_turn' } } as const;

const only = (sessions: Sessions) => [...(sessions.state().subagents?.values() ?? [])][0];
const endTurn = (sessions: Sessions): void =>
	sessions.store.dispatch({ type: 'turn-ended', turnId: sessions.state().turn?.id ?? '', reason: 'end_turn' });

function question(sessions: Sessions, child: string, id = 'q1'): Question {
	const action = { source: 'permission', kind: 'edit', title: 'Edit', paths: [], diffs: [] } as const;
	const request = sessions.others.named(child, action);
	const { subagentId = '' } = request;
	return {
		id,
		kind: 'permission',
		from: 'client',
		request,
		because: '',
		askedAt: 0,
		options: [],
		offers: [],
		subagentId,
	};
}

test('A child that is done wakes again below the same card, and only its work counts as time.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce('a', { title: 'A', ...running }));
	sessions.pass(100);
	sessions.say('a', call('one'));
	sessions.say(sessions.main, announce('a', done));
	sessions.pass(1000);
	endTurn(sessions);
	sessions.say(sessions.main, announce('a', running));
	sessions.say('a', call('two'));
	sessions.pass(50);
	sessions.say(sessions.main, announce('a', done));
	expect(treeOf(sessions.state())).toEqual(['A completed 2']);
	expect(only(sessions)?.activeMs).toBe(150);
	expect(transcripts(sessions.state())).toEqual({ a: ['', 'one completed', 'two completed', 'strays 0'] });
});

test('What a child does in a later turn stands below its card in the earlier one.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce('a', { title: 'A', ...running }));
	endTurn(sessions);
	const prompt = { id: 'p2', text: 'again', blocks: [] };
	sessions.store.dispatch({ type: 'prompt', prompt });
	sessions.say(sessions.main, text('mine'));
	sessions.say('a', text('theirs'), call('one', 'in_progress'));
	const { turn, entries } = sessions.state();
	const all = [...eachEntry(entries)];
	expect(all[turn?.firstEntry ?? 0]).toMatchObject({ kind: 'user', text: 'again' });
	expect(all.at(-1)).toMatchObject({ kind: 'message', text: 'mine' });
	expect(transcripts(sessions.state())).toEqual({ a: ['theirs', 'one in_progress', 'strays 0'] });
});

test('A child that works on when the turn is over keeps its open calls and its question.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce('a', { title: 'A', ...running }), call('mine', 'in_progress'));
	sessions.say('a', call('theirs', 'in_progress'));
	sessions.store.dispatch({ type: 'question-asked', question: question(sessions, 'a') });
	expect(treeOf(sessions.state())).toEqual(['A waiting 1']);
	endTurn(sessions);
	expect(sessions.state().questions.map(({ id }) => id)).toEqual(['q1']);
	expect(transcripts(sessions.state())).toEqual({ a: ['', 'theirs in_progress', 'strays 0'] });
	sessions.store.dispatch({ type: 'question-withdrawn', questionId: 'q1' });
	expect(treeOf(sessions.state())).toEqual(['A running 1']);
	sessions.say(sessions.main, announce('a', done));
	expect(transcripts(sessions.state())).toEqual({ a: ['', 'theirs cancelled', 'strays 0'] });
});

test('A stopped turn answers what children ask as well.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce('a', running));
	sessions.store.dispatch({ type: 'question-asked', question: question(sessions, 'a') });
	sessions.store.dispatch({ type: 'cancel' });
	expect(sessions.state().questions).toEqual([]);
});

test('Only a child that may be cancelled is, with what it and those below it ask.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce('a', { title: 'A', ...running }), announce('c', running));
	sessions.say('a', announce('b', { title: 'B', ...running }));
	for (const id of ['b', 'c']) {
		sessions.store.dispatch({ type: 'question-asked', question: question(sessions, id, id) });
	}
	const id = only(sessions)?.id ?? '';
	sessions.store.dispatch({ type: 'cancel-subagent', id });
	expect(sessions.state().questions).toHaveLength(2);
	sessions.say(sessions.main, announce('a', { canCancel: true }));
	sessions.store.dispatch({ type: 'cancel-subagent', id });
	expect(sessions.state().questions.map((each) => each.id)).toEqual(['c']);
	expect(sessions.state().turn?.cancelledAt).toBeUndefined();
	expect(sessions.state().subagents?.get(id)?.cancelledAt).toBe(1000);
});

test('When the agent ends nobody claims to know what became of those that worked.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce('a', { title: 'A', canCancel: true, ...running }));
	sessions.say(sessions.main, announce('b', { title: 'B', ...done }));
	sessions.say('a', call('one', 'in_progress'));
	const exit = { code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false };
	sessions.store.dispatch({ type: 'agent-exited', exit });
	expect(treeOf(sessions.state())).toEqual(['A unknown 1', 'B completed 0']);
	expect(only(sessions)).toMatchObject({ isLost: true, canCancel: false });
	expect(transcripts(sessions.state())['a']).toEqual(['', 'one cancelled', 'strays 0']);
});

test('A message between two sessions is shown once, below the card of the child.', () => {
	const sessions = working();
	const { main } = sessions;
	sessions.say(main, announce('a', { title: 'A' }));
	const between = { senderId: main, recipientId: 'a', content: [{ type: 'text', text: 'Do it.' }] } as const;
	sessions.say(main, { type: 'session-message', messageId: 'm1', recipientMessageId: 'm2', ...between });
	sessions.say('a', { type: 'session-message', messageId: 'm2', senderMessageId: 'm1', ...between });
	expect(transcripts(sessions.state())).toEqual({ a: ['Do it.', 'strays 0'] });
	// Without a word on which message that is, the same words tell.
	const more = { ...between, content: [{ type: 'text', text: 'And more.' }] } as const;
	sessions.say('a', { type: 'session-message', messageId: 'x', ...more });
	sessions.say(main, { type: 'session-message', messageId: 'y', ...more });
	expect(transcripts(sessions.state())).toEqual({ a: ['Do it.And more.', 'strays 0'] });
});

test('Chunks of a message grow it, whole content that goes on adds the rest.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce('a', { title: 'A' }));
	const piece = (words: string) => [{ type: 'text', text: words }] as const;
	sessions.say('a', { type: 'session-message', messageId: 'm', senderId: sessions.main, recipientId: 'a' });
	sessions.say('a', { type: 'session-message', messageId: 'm', isChunk: true, content: piece('Do ') });
	sessions.say('a', { type: 'session-message', messageId: 'm', isChunk: true, content: piece('it') });
	sessions.say('a', { type: 'session-message', messageId: 'm', content: piece('Do it now.') });
	expect(transcripts(sessions.state())).toEqual({ a: ['Do it now.', 'strays 0'] });
});

test('The older marking makes the same tree: calls with calls below them.', () => {
	const sessions = working();
	const tool = (id: string, more: object = {}) =>
		({ type: 'tool', patch: { id, title: id, kind: 'think', status: 'in_progress', ...more } }) as const;
	sessions.say(sessions.main, tool('inner call', { parentId: 'task' }));
	sessions.say(sessions.main, tool('task', { title: 'Look', isDelegation: true }));
	sessions.say(sessions.main, tool('nested', { title: 'Deeper', parentId: 'task', isDelegation: true }));
	expect(treeOf(sessions.state())).toEqual(['Look running 2', '> Deeper running 0']);
	for (const id of ['inner call', 'nested'])
		sessions.say(sessions.main, { type: 'tool', patch: { id, status: 'completed' } });
	sessions.say(sessions.main, { type: 'tool', patch: { id: 'task', status: 'failed' } });
	endTurn(sessions);
	expect(treeOf(sessions.state())).toEqual(['Look failed 2', '> Deeper completed 0']);
});

test('What the agent says when a sub-agent has returned is no part of what that one said last.', () => {
	const sessions = working();
	const say = (text: string) => sessions.say(sessions.main, { type: 'text', role: 'agent', text });
	const patch = { id: 'task', title: 'Look', status: 'in_progress', isDelegation: true } as const;
	sessions.say(sessions.main, { type: 'tool', patch });
	for (const text of ['I have read ', 'the file.']) say(text);
	sessions.say(sessions.main, { type: 'tool', patch: { id: 'task', status: 'completed' } });
	for (const text of ['The sub agent ', 'finished.']) say(text);
	sessions.say(sessions.main, { type: 'tool', patch: { id: 'task', status: 'completed' } });
	say(' Done.');
	const said = [...eachEntry(sessions.state().entries)].flatMap((entry) =>
		entry.kind === 'message' ? [entry.text] : [],
	);
	expect(said).toEqual(['I have read the file.', 'The sub agent finished. Done.']);
});

test('Nobody is a child who claims the id of the open session, or his own, and circles are cut.', () => {
	const sessions = working();
	sessions.say(sessions.main, announce(sessions.main, { title: 'Me' }));
	sessions.say('a', announce('b', { title: 'B' }));
	sessions.say('b', announce('a', { title: 'A' }), announce('b', { title: 'Self' }));
	expect(treeOf(sessions.state())).toEqual(['A unknown 0', '> B unknown 0']);
	expect(sessions.state().title).toBeNull();
	const unknown = [...eachEntry(sessions.state().entries)].filter(({ kind }) => kind === 'unknown');
	expect(unknown.length).toBeGreaterThan(0);
});

test('An id has at most so many characters.', () => {
	const sessions = working();
	const longest = 'x'.repeat(limits.idChars);
	sessions.say(sessions.main, announce(longest), announce(`${longest}x`));
	expect([...(sessions.state().subagents?.values() ?? [])].map(({ sessionId }) => sessionId)).toEqual([longest]);
	sessions.say(sessions.main, announce(longest, { title: 'Heard of' }));
	expect(treeOf(sessions.state())).toEqual(['Heard of unknown 0']);
});

const isLong = process.env['ACP_TUI_LONG'] === '1';
const [DEPTH, WIDTH] = isLong ? [10_000, 100_000] : [300, 3000];

test('Any number of children at any depth, and titles of a megabyte cost no more than is kept.', () => {
	const sessions = working();
	const title = 'x'.repeat(1024 * 1024);
	sessions.say(sessions.main, announce('a', { title, description: title, cwd: title }));
	expect(only(sessions)?.title.length).toBeLessThan(300);
	expect(JSON.stringify(only(sessions)).length).toBeLessThan(40_000);
	for (let depth = 0; depth < DEPTH; depth += 1) {
		sessions.say(depth === 0 ? sessions.main : `d${depth - 1}`, announce(`d${depth}`, running));
	}
	sessions.say(
		sessions.main,
		...Array.from({ length: WIDTH }, (_, index) => announce(`w${index}`, { title: `W${index}` })),
	);
	expect(sessions.state().subagents?.size).toBe(limits.subagents);
	expect(sessions.state().entries.size).toBeLessThan(2 * limits.subagents);
	sessions.say(`w${WIDTH - 1}`, text('still heard'));
	const said = [...eachEntry(sessions.state().entries)].some(
		(entry) => entry.kind === 'message' && entry.text === 'still heard',
	);
	expect(said).toBe(true);
});
