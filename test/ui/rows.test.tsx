import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { Rows } from '../../src/ui/rows.js';

test('Rows stand below each other as they are, empty ones included', () => {
	const { lastFrame, unmount } = render(<Rows rows={['one', '', '\x1b[31mred\x1b[39m 漢字 ●', 'last']} />);
	expect(lastFrame()).toBe('one\n\n\x1b[31mred\x1b[39m 漢字 ●\nlast');
	unmount();
});

test('New rows are drawn even when there are as many as before', () => {
	const { lastFrame, rerender, unmount } = render(<Rows rows={['a', 'b']} />);
	rerender(<Rows rows={['a', 'c']} />);
	expect(lastFrame()).toBe('a\nc');
	rerender(<Rows rows={['only']} />);
	expect(lastFrame()).toBe('only');
	unmount();
});

test('No rows and one empty row draw nothing', () => {
	const { lastFrame, rerender, unmount } = render(<Rows rows={[]} />);
	expect(lastFrame()).toBe('');
	rerender(<Rows rows={['']} />);
	expect(lastFrame()).toBe('');
	unmount();
});
