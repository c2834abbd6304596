import { expect, test } from 'vitest';
import { withMemory } from '../../src/core/memory.js';

test.each<[string, string | null, string, string]>([
	['a new file', null, 'Use tabs', '- Use tabs\n'],
	['an empty one', ' \n', 'Use tabs', '- Use tabs\n'],
	['a list', '# A\n\n- one\n', 'two', '# A\n\n- one\n- two\n'],
	['a list without a last line end', '- one', 'two', '- one\n- two\n'],
	['a paragraph', 'Words.\n', 'two', 'Words.\n\n- two\n'],
	['a blank line at the end', 'Words.\n\n', 'two', 'Words.\n\n- two\n'],
	['a line of blanks at the end', 'Words.\n \n\t', 'two', 'Words.\n \n\t\n- two\n'],
	['line ends of Windows', '- one\r\n', 'two', '- one\r\n- two\r\n'],
	['a line that is an item already', '- one\n', '* two', '- one\n* two\n'],
	['several lines become one', null, 'a\n  b\r\nc', '- a b c\n'],
])('%s', (_, text, line, expected) => {
	expect(withMemory(text, line)).toBe(expected);
});
