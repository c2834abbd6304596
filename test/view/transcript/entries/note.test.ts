import { expect, test } from 'vitest';
import { openedWith, play } from '../../../core/session/play.js';
import { createStage, text } from '../../stage.js';

const words = (lines: readonly string[]): string => {
	const exit = { code: 1, signal: null, stderrTail: lines, junkLines: 0, expected: false };
	return text(createStage(play(openedWith({}), { type: 'agent-exited', exit })));
};

test('What an agent wrote before it died is one row: the line that tells most, how many others, and how to see them.', () => {
	const logs = Array.from({ length: 30 }, (_, index) => `log ${index}`);
	const shown = words([...logs, 'boom\u001b[2J']);
	expect(shown).toMatch(/exited with code 1\.\n\s+boom ⋯ 30 more lines \(ctrl\+o\)\n/);
	expect(shown).not.toContain('log');
	expect(shown).not.toContain('\u001b');
	expect(words(['boom'])).not.toContain('⋯');
	expect(words(['one', 'x'.repeat(5000)])).toMatch(/\n\s+x+… ⋯ 1 more line \(ctrl\+o\)\n/);
	expect(words(['x'.repeat(5000)])).toMatch(/\n\s+x+… ⋯ more \(ctrl\+o\)\n/);
});

test('Of a stack it is the error that is shown, not where it was thrown.', () => {
	const node = [
		'file:///a.js:1',
		"throw new Error('x')",
		'^',
		'Error: x',
		'    at file:///a.js:1:7',
		'Node.js v24.1.0',
	];
	expect(words(node)).toMatch(/\n\s+Error: x ⋯ 5 more lines/);
	expect(words(['panicked: x', 'note: run with `RUST_BACKTRACE=1`'])).toMatch(/\n\s+panicked: x ⋯ 1 more line /);
});
