import { expect, test } from 'vitest';
import { next, play, ready } from './play.js';

test('a title of the user stays, whatever the agent calls the session, until it is given back', () => {
	const named = play(ready(), { type: 'session-info', title: 'theirs' }, { type: 'session-renamed', title: 'mine' });
	expect(named.state.title).toBe('mine');
	const renamed = next(named, { type: 'session-info', title: 'theirs again' });
	expect(renamed.state.title).toBe('mine');
	const back = play(renamed, { type: 'session-renamed', title: '' }, { type: 'session-info', title: 'theirs again' });
	expect(back.state.title).toBe('theirs again');
});

test('a session that goes on with a new one of its agent keeps the title that it had', () => {
	const named = play(ready(), { type: 'session-info', title: 'The parser' });
	const begun = { ...named, state: { ...named.state, resumed: 'new' as const } };
	expect(play(begun, { type: 'session-info', title: 'And the tests?' }).state.title).toBe('The parser');
	const nameless = { ...begun, state: { ...begun.state, title: null } };
	expect(play(nameless, { type: 'session-info', title: 'And the tests?' }).state.title).toBe('And the tests?');
});
