import { expect, test } from 'vitest';
import { parseCommandLine } from '../../src/demo/command-line.js';

test.each([
	{ line: 'ls -la', words: ['ls', '-la'] },
	{ line: '  git   log  ', words: ['git', 'log'] },
	{ line: `echo "a b" 'c d'`, words: ['echo', 'a b', 'c d'] },
	{ line: `echo '$HOME | x'`, words: ['echo', '$HOME | x'] },
	{ line: 'echo ""', words: ['echo', ''] },
	{ line: 'echo a"b"c', words: ['echo', 'abc'] },
])('$line is started as words', ({ line, words }) => {
	const { command, args } = parseCommandLine(line);
	expect([command, ...args]).toEqual(words);
});

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
