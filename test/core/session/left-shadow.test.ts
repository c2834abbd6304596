import { expect, test } from 'vitest';
import { entries, play, ready, starting } from './play.js';

test('What a session left in a shadow is counted when it goes on without, and /changes says where it is.', () => {
	const left = play(ready(), { type: 'shadow-left', left: { id: 'abc12345', count: 2 } });
	const asked = play(left, { type: 'shadow', request: { do: 'look' } });
	expect(entries(asked).flatMap((entry) => (entry.kind === 'note' ? [[entry.title, entry.hint]] : []))).toEqual([
		[
			'2 changes of this session wait in a shadow, where its agent does not work now.',
			'acp-tui shadow show abc12345; --sandbox shadow goes on in it',
		],
		[
			'This agent works on the files themselves. What the session changed before waits in a shadow.',
			'acp-tui shadow show abc12345 lists it, /agent sandbox shadow goes on in it',
		],
	]);
});

test.each([
	[[1], 'GO', '1 change of an earlier session waits in a shadow', 'GO goes on with it, acp-tui shadow show abc0'],
	[[2], null, '2 changes of an earlier session wait in a shadow', 'acp-tui shadow show abc0'],
	[[2, 3], 'GO', '5 changes of earlier sessions wait in 2 shadows', 'acp-tui shadow list'],
])('What earlier sessions left in shadows of the folder is said at a start (%j).', (counts, goOn, title, hint) => {
	const left = counts.map((count, index) => ({ id: `abc${index}`, count }));
	expect(entries(play(ready(), { type: 'shadows-waiting', left, goOn }))).toMatchObject([
		{ kind: 'note', level: 'info', title, hint },
	]);
});

test('/changes does not advise a shadow to who gave one, where the agent did not start.', () => {
	const from = starting();
	const profile = { ...from.state.profile, sandbox: 'shadow' } as const;
	const asked = play({ ...from, state: { ...from.state, profile } }, { type: 'shadow', request: { do: 'look' } });
	expect(entries(asked)).toMatchObject([
		{ kind: 'note', title: 'The agent did not start, so it has changed nothing.' },
	]);
	expect(entries(asked)[0]).not.toHaveProperty('hint');
});
