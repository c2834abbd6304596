import { afterEach, expect, test, vi } from 'vitest';
import { openOutput } from '../../src/cli/output.js';

afterEach(() => vi.restoreAllMocks());

function shared(isTerminal: boolean, isTerminalForErrors = isTerminal) {
	let screen = '';
	for (const stream of [process.stdout, process.stderr]) {
		vi.spyOn(stream, 'write').mockImplementation((text) => {
			screen += String(text);
			return true;
		});
		Object.defineProperty(stream, 'isTTY', {
			value: stream === process.stdout ? isTerminal : isTerminalForErrors,
			configurable: true,
		});
	}
	return { output: openOutput(() => {}), screen: () => screen };
}

test('On a terminal a line of standard error begins on a line of its own, and the answer leaves no empty one.', () => {
	const { output, screen } = shared(true);
	output.write('One edit mends it.');
	output.writeError('acp-tui: first\n');
	output.writeError('acp-tui: second\n');
	output.write('\n');
	output.writeError('acp-tui: third\n');
	expect(screen()).toBe('One edit mends it.\nacp-tui: first\nacp-tui: second\nacp-tui: third\n');
});

test('What goes on after such a line goes on, and ends its own line.', () => {
	const { output, screen } = shared(true);
	output.write('begun');
	output.writeError('acp-tui: word\n');
	output.write(' and ended');
	output.write('\n');
	expect(screen()).toBe('begun\nacp-tui: word\n and ended\n');
});

test.each([
	{ out: true, errors: false },
	{ out: false, errors: true },
	{ out: false, errors: false },
])('Where the two streams are no one screen, nothing is added: $out and $errors.', ({ out, errors }) => {
	const { output, screen } = shared(out, errors);
	output.write('begun');
	output.writeError('acp-tui: word\n');
	output.write('\n');
	expect(screen()).toBe('begunacp-tui: word\n\n');
});
