import { expect, test } from 'vitest';
import { singleCommandWords } from '../../../src/core/policy/shell/inspect.js';
import { quoteWords } from '../../../src/core/policy/shell/quote-word.js';
import { parseShell } from '../../../src/core/policy/shell/shell-parser.js';

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
