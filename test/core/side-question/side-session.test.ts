import { expect, test } from 'vitest';
import { isSideSession } from '../../../src/core/side-question/side-question.js';

const asked = { sideQuestion: { sessionId: 'side' } };
const counted = (sessionId: string, isAside?: true) => ({
	usageSoFar: { turns: [{ sessionId, ...(isAside === undefined ? {} : { isAside }) }] },
});

test.each([
	['nothing was asked on the side', {}, false],
	['the last question was asked in it', asked, true],
	['the last question was asked in another', { sideQuestion: { sessionId: 'other' } }, false],
	['an answer on the side was counted in it', counted('side', true), true],
	['an answer on the side was counted in another', counted('other', true), false],
	['a turn of the conversation was counted in it', counted('side'), false],
])('A session is one on the side, or not, where %s.', (_, state, isSide) => {
	expect(isSideSession(state, 'side')).toBe(isSide);
});
