import { expect, test } from 'vitest';
import { entryAt, findCallIndex } from '../../../src/core/session/entries/entry-list.js';
import type { Subagent } from '../../../src/core/subagents/subagent.js';
import { isFinal } from '../../../src/view/inline/scrollback.js';
import { busy, play } from '../../core/session/play.js';
import { subagentOf, tool } from '../subagents/stage.js';

test('The card of a sub-agent is written once that has ended, whatever its calls say, and not before.', () => {
	const isFinalAs = (more: Partial<Subagent>): boolean => {
		const { state } = play(busy(), tool('card-a', 'Watch'), tool('a1', 'Read', 'card-a'), {
			type: 'subagents-changed',
			subagents: [subagentOf('a', more)],
		});
		const entry = entryAt(state.entries, findCallIndex(state, 'card-a'));
		return entry !== undefined && isFinal(entry, state);
	};
	expect(isFinalAs({ status: 'unknown' })).toBe(false);
	expect(isFinalAs({ status: 'running' })).toBe(false);
	expect(isFinalAs({ status: 'waiting' })).toBe(false);
	expect(isFinalAs({ status: 'cancelled', endedAt: 1 })).toBe(true);
});
