import { expect, test } from 'vitest';
import { play, promptOf, ready } from '../play.js';

const target = { recordId: 'abcdefghijkl' } as const;

test('Where there is no such session, the prompt waits for the user’s word.', () => {
	const failure = { code: 'not-found', message: 'There is no such session.' } as const;
	const session = play(
		ready(),
		{ type: 'resume-session', target },
		{ type: 'prompt', prompt: promptOf('And now?') },
		{ type: 'resume-refused', failure },
	);
	expect(session.state).toMatchObject({ turn: null, isQueuePaused: true });
	const sent = play(session, { type: 'queue-resume' });
	expect(sent.state.turn?.prompt.text).toBe('And now?');
});
