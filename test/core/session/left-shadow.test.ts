import { expect, test } from 'vitest';
import { entries, play, ready } from './play.js';

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
