import fc from 'fast-check';
import { expect, test } from 'vitest';
import { singleCommandWords } from '../../../src/core/policy/shell/inspect.js';
import { parseShell } from '../../../src/core/policy/shell/parser.js';
import { quoteWords } from '../../../src/core/policy/shell/quote.js';
import { splitCommand } from '../../../src/core/split-command.js';

test.each([
	[['bash', '-c', 'make test'], "bash -c 'make test'"],
	[['bash', '-c', 'make', 'test'], 'bash -c make test'],
	[['A=1', 'ls', '--color=never'], "'A=1' ls --color=never"],
	[['ls', ''], "ls ''"],
	[['ls', '~', '*', '$x', "it's"], "ls '~' '*' '$x' 'it'\\''s'"],
])('The words %j are shown as one line.', (words, line) => {
	expect(quoteWords(words)).toBe(line);
});

test('Words can be read again from their line, so no two lists of words look alike.', () => {
	const pieces = ['a', '', ' ', "'", '"', '\\', '$(x)', 'A=1', ';', '\n', '#', '~', '{a,b}', 'é'];
	for (const first of ['ls', 'A=1', 'a b'])
		for (const one of pieces)
			for (const two of pieces) {
				const words = [first, one, two + one];
				const program = parseShell(quoteWords(words));
				expect(program && singleCommandWords(program)).toEqual(words);
			}
});

test('Any words come back from their line as they were.', () => {
	const word = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...` '"\\$\`\n;|&~=*a`) }));
	fc.assert(
		fc.property(
			fc.array(word, { minLength: 1 }).filter(([first]) => first !== ''),
			(words) => {
				expect(splitCommand(quoteWords(words))).toEqual({ ok: true, value: words });
			},
		),
	);
});
