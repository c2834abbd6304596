import { expect, test } from 'vitest';
import { plainWords } from '../../../src/view/markdown/render-markdown.js';

test.each([
	['**one** `two`\n\nthree', 'one two three'],
	['- Scout: *found*\n- Reader', '• Scout: found • Reader'],
	['Run:\n\n```sh\nnpm test\n```\n\n---\n\nDone', 'Run: npm test Done'],
	['&amp; \\*not\\*', '& *not*'],
	['| a | b |\n| - | - |\n| 1 | 2 |', 'a │ b 1 │ 2'],
	['', ''],
])('%j reads %j in one row', (markdown, words) => {
	expect(plainWords(markdown).replace(/ +/g, ' ')).toBe(words);
});
