import { expect, test } from 'vitest';
import { holdingPrompts } from '../../../src/app/sessions/during-restore.js';
import { createStore } from '../../../src/app/store.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import { initialState } from '../../../src/core/session/reducers/initial-state.js';
import { promptOf } from '../../core/session/play.js';

const failure = { code: 'in-use', message: 'It is open elsewhere.' } as const;

function store() {
	const profile = plainProfile({ name: 'fake', command: 'fake', args: [], env: {} });
	const initial = initialState({ profile, cwd: '/w', mode: 'default', isBypassAllowed: false, since: 0 });
	return createStore(initial, { now: () => 0, after: () => () => {} }, () => {});
}

test.each([
	[false, ['and the tests?']],
	[true, []],
])('A prompt for a session that is refused goes to no other one by itself (nobody there: %s).', (isHeadless, kept) => {
	const held = store();
	const dispatch = holdingPrompts(held, isHeadless);
	dispatch({ type: 'resume-session', target: { recordId: 'abcdefghijkl' } });
	dispatch({ type: 'prompt', prompt: promptOf('and the tests?') });
	expect(held.getState().queue).toEqual([]);
	held.dispatch({ type: 'resume-refused', failure });
	const { queue, isQueuePaused } = held.getState();
	expect(queue.map(({ text }) => text)).toEqual(kept);
	expect(isQueuePaused).toBe(kept.length > 0);
});
