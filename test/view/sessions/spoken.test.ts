import { expect, test } from 'vitest';
import { open } from '../../../src/view/sessions/sessions-panel.js';
import { createReader } from '../linear/reader.js';
import { LIST, listed } from './sessions-stage.js';

function opened(list = LIST) {
	const reader = createReader();
	reader.say('/resume');
	reader.put({ type: 'panel', name: 'sessions', open });
	return { reader, first: reader.happen({ type: 'session-list-changed', list }) };
}

test('Without a screen the sessions are a numbered list, and a number says what can be done with one.', () => {
	const { reader, first } = opened();
	expect(first[0]).toBe('Looking for sessions…');
	expect(first).toContain(
		'1 Fix the flaky login test, 5 min ago, fake, branch main, 12 prompts, $0.42, not in fake’s list.',
	);
	expect(first.join('\n')).toContain('4 Runs over there, running elsewhere');
	expect(first.at(-1)).toContain('Type a number');
	const actions = reader.say('1');
	expect(actions).toContain('1 Resume it.');
	expect(actions).toContain('6 Delete it.');
	reader.say('1');
	expect(reader.events().at(-1)).toEqual({ type: 'resume-session', target: { recordId: 'aaa' }, isFork: false });
});

test('Without a screen words search, “more” reads on, “all” lists all folders, and enter alone closes.', () => {
	const sessions = Array.from({ length: 20 }, (_, index) => listed(`s${index}`, index));
	const { reader, first } = opened({ ...LIST, sessions });
	expect(first).toContain('11 more: type “more”.');
	const more = reader.say('more');
	expect(more[0]).toMatch(/^10 Session s9/);
	expect(more).toContain('2 more: type “more”.');
	reader.say('tides');
	expect(reader.events()).toContainEqual({ type: 'session-list', request: { type: 'search', text: 'tides' } });
	const list = { ...LIST, sessions, isSearching: true };
	reader.happen({ type: 'session-list-changed', list });
	const hits = [{ ...listed('s3', 3), excerpt: 'knows the tides', marks: [] }];
	const found = { ...list, isSearching: false, found: { text: 'tides', hits } };
	const spoken = reader.happen({ type: 'session-list-changed', list: found });
	expect(spoken).toContain('1 session with “tides”:');
	expect(spoken.join('\n')).toContain('said: knows the tides.');
	reader.say('all');
	expect(reader.events().at(-1)).toEqual({ type: 'session-list', request: { type: 'open', scope: 'all' } });
	expect(reader.say('')).toContain('The list is closed.');
	expect(reader.events().at(-1)).toEqual({ type: 'session-list', request: { type: 'close' } });
});

test('Without a screen a session is renamed, read and deleted by the same numbers.', () => {
	const { reader } = opened();
	reader.say('1');
	expect(reader.say('3')).toContain('Type the new title. Enter alone keeps the one it has.');
	reader.say('Login');
	expect(reader.events().at(-1)).toMatchObject({ request: { type: 'rename', key: 'fake/aaa', title: 'Login' } });
	const outcome = { id: 1, text: 'The title is “Login” now.', isFailure: false };
	expect(reader.happen({ type: 'session-list-changed', list: { ...LIST, outcome } })).toContain(outcome.text);
	reader.say('1');
	const end = reader.say('2');
	expect(end).toContain('You: Fix it');
	expect(end).toContain('All 14 tests pass now.');
	reader.say('');
	reader.say('3');
	const asked = reader.say('6');
	expect(asked.join('\n')).toContain('3 Delete it here and at fake');
	reader.say('4');
	expect(reader.events().filter((event) => JSON.stringify(event).includes('"delete"'))).toEqual([]);
	expect(reader.say('99')).toContain('There is no 99 in the list.');
});
