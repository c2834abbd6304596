import { expect, test } from 'vitest';
import { openedWith, play } from '../../../core/session/play.js';
import { createStage, text } from '../../stage.js';

const words = (lines: readonly string[]): string => {
	const exit = { code: 1, signal: null, stderrTail: lines, junkLines: 0, expected: false };
	return text(createStage(play(openedWith({}), { type: 'agent-exited', exit })));
};

test('Of the last words of an agent the end is shown, without what would move the cursor.', () => {
	const logs = Array.from({ length: 30 }, (_, index) => `log ${index}`);
	const shown = words([...logs, 'boom\u001b[2J']);
	expect(shown).toMatch(/log 29\s+boom/);
	expect(shown).toContain('⋯ 25 earlier lines');
	expect(shown).not.toContain('log 24');
	expect(shown).not.toContain('\u001b');
	expect(words(['boom'])).not.toContain('earlier');
	expect(words(['one', 'x'.repeat(5000)])).toContain('⋯ 1 earlier line');
});
