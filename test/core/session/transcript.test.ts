import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import { briefing } from '../../../src/core/sessions/briefing.js';
import { busy, entries, play, ready, turnId } from './play.js';

const agent = (text: string, messageId?: string): AppEvent => ({
	type: 'text',
	role: 'agent',
	text,
	...(messageId === undefined ? {} : { messageId }),
});
const thought = (text: string): AppEvent => ({ type: 'text', role: 'thought', text });
const user = (text: string, messageId?: string): AppEvent => ({
	type: 'text',
	role: 'user',
	text,
	...(messageId === undefined ? {} : { messageId }),
});

type Row = { readonly name: string; readonly events: readonly AppEvent[]; readonly shown: readonly string[] };

describe('Text chunks become entries', () => {
	test.each<Row>([
		{ name: 'chunks without an id continue', events: [agent('a'), agent('b')], shown: ['message ab'] },
		{ name: 'chunks of one id continue', events: [agent('a', '1'), agent('b', '1')], shown: ['message ab'] },
		{ name: 'another id begins anew', events: [agent('a', '1'), agent('b', '2')], shown: ['message a', 'message b'] },
		{ name: 'an id after none begins anew', events: [agent('a'), agent('b', '2')], shown: ['message a', 'message b'] },
		{
			name: 'thoughts stand apart',
			events: [thought('t'), agent('a'), thought('u')],
			shown: ['thought t', 'message a', 'thought u'],
		},
		{ name: 'an empty chunk is nothing', events: [agent(''), thought('')], shown: [] },
		{
			name: 'a tool call parts text of the same id',
			events: [agent('a', '1'), { type: 'tool', patch: { id: 'c' } }, agent('b', '1')],
			shown: ['message a', 'tool', 'message b'],
		},
		{
			name: 'replayed words of the user join by id alone',
			events: [user('a', '1'), user('b', '1'), user('c'), user('d')],
			shown: ['user ab', 'user c', 'user d'],
		},
		{
			name: 'a block that is not text stands alone',
			events: [
				agent('a'),
				{ type: 'block', role: 'agent', block: { type: 'image', mimeType: 'image/png', data: '', bytes: 0 } },
				agent('b'),
			],
			shown: ['message a', 'block', 'message b'],
		},
		{
			name: 'the same unknown thing is counted',
			events: [
				{ type: 'unknown', label: 'update "x"', json: '1' },
				{ type: 'unknown', label: 'update "x"', json: '2' },
				{ type: 'unknown', label: 'update "y"', json: '3' },
			],
			shown: ['unknown update "x" ×2 2', 'unknown update "y" ×1 3'],
		},
		{
			name: 'a summary that comes before its compaction is kept',
			events: [
				{ type: 'compaction-chunk', compactionId: 'k', text: 'sum' },
				{ type: 'compaction-chunk', compactionId: 'k', text: 'mary' },
				{ type: 'compaction', compactionId: 'k', status: 'completed' },
				{ type: 'compaction', compactionId: 'l', status: 'failed', error: 'no room' },
			],
			shown: ['compaction completed summary', 'compaction failed no room'],
		},
		{
			name: 'a notice of the agent is a note of the agent',
			events: [{ type: 'notice', level: 'warning', title: 'slow', detail: 'very' }],
			shown: ['note agent warning slow'],
		},
		{
			name: 'lines that are not protocol are reported once',
			events: [
				{ type: 'junk-lines', count: 2 },
				{ type: 'junk-lines', count: 3 },
			],
			shown: [
				'note client warning The agent prints lines on its standard output that are not protocol; they are skipped.',
			],
		},
	])('$name', ({ events, shown }) => {
		expect(words(play(prompted(), ...events))).toEqual(shown);
	});
});

/** A session that was sent a prompt before. */
function prompted(): ReturnType<typeof ready> {
	const from = ready();
	return { ...from, state: { ...from.state, isPrompted: true } };
}

function words(from: ReturnType<typeof ready>): string[] {
	return entries(from).map(wordsOf);
}

function wordsOf(entry: Entry): string {
	switch (entry.kind) {
		case 'user':
		case 'message':
		case 'thought':
			return `${entry.kind} ${entry.text}`;
		case 'unknown':
			return `unknown ${entry.label} ×${entry.count} ${entry.json}`;
		case 'compaction':
			return `compaction ${entry.status} ${entry.error ?? entry.summary}`;
		case 'note':
			return `note ${entry.from} ${entry.level} ${entry.title}`;
		case 'block':
		case 'changes':
		case 'tool':
		case 'user-command':
		case 'turn-end':
			return entry.kind;
	}
}

describe('An adapter’s banner is no answer', () => {
	const held = (from: ReturnType<typeof ready>, type: 'prompt-waiting' | 'prompt-sent'): AppEvent => ({
		type,
		turnId: turnId(from),
	});

	test('What the agent says before any prompt is a note.', () => {
		expect(words(play(ready(), agent('pi v1\n'), agent('---')))).toEqual(['note agent info pi v1\n---']);
	});

	test('So is what it says before the first prompt is sent.', () => {
		const from = busy('go');
		const waiting = play(from, held(from, 'prompt-waiting'), agent('pi v1'));
		expect(words(waiting)).toEqual(['user go', 'note agent info pi v1']);
		const sent = play(waiting, held(from, 'prompt-sent'), agent('Hello'));
		expect(words(sent)).toEqual(['user go', 'note agent info pi v1', 'message Hello']);
	});
});

describe('Messages that no id parts', () => {
	test.each([
		['Retrying…', 'Retrying again…', 2],
		['Retrying…', ' Retrying again…', 1],
		['System.', 'Out', 1],
		['one', 'Two three', 1],
		['one, ', 'two three', 1],
	])('%j and, a second later, %j are %i', (before, after, count) => {
		const shown = words(play(busy('go'), agent(before), agent(after)));
		expect(shown.filter((line) => line.startsWith('message'))).toHaveLength(count);
	});
});

describe('The prompt that some agents send back', () => {
	test.each([
		['whole', ['fix the bug']],
		['in chunks', ['fix the', ' bug']],
		['with blanks around it', [' fix the bug\n']],
	])('is dropped when it comes %s', (_, chunks) => {
		const shown = entries(play(busy('fix the bug'), ...chunks.map((text) => user(text))));
		expect(shown.map((entry) => entry.kind)).toEqual(['user']);
	});

	test.each([
		['it is other words', [user('something else')]],
		['the agent spoke before', [agent('hm'), user('fix the bug')]],
	])('is kept when %s, as what the agent says', (_, events) => {
		const session = play(busy('fix the bug'), ...events, user(', please'));
		const detail = expect.stringMatching(/^(?:something else|fix the bug), please$/);
		expect(entries(session).at(-1)).toMatchObject({ kind: 'note', from: 'agent', detail });
		expect(briefing(session.state)).not.toContain('What the user asked since');
	});
});

test('A title, a branch and commands are kept as they come.', () => {
	const state = play(
		ready(),
		{ type: 'session-info', title: 'T' },
		{ type: 'session-info' },
		{ type: 'branch', branch: 'main' },
		{ type: 'commands', commands: [{ name: 'review', description: '' }] },
	).state;
	expect(state).toMatchObject({ title: 'T', branch: 'main', commands: [{ name: 'review' }] });
	expect(play(ready(), { type: 'session-info', title: null }).state.title).toBeNull();
});
