import { expect, test } from 'vitest';
import { parseCommandLine } from '../../src/demo/command-line.js';

test.each([
	'ls | wc',
	'echo $HOME',
	'echo "$HOME"',
	'a && b',
	'ls *.ts',
	'A=1 env',
	'echo "open',
	'a\nb',
	'(a)',
	'echo `id`',
])('%s needs a shell', (line) => {
	expect(parseCommandLine(line)).toEqual({ command: 'sh', args: ['-c', line], text: line });
});
