import { expect, test } from 'vitest';
import { templateParts } from '../../../src/core/commands/template.js';

const text = (words: string) => ({ type: 'text', text: words });
const all = { type: 'argument' };

test.each([
	[
		'markdown',
		'Fix $1 of $2',
		[text('Fix '), { type: 'argument', index: 0 }, text(' of '), { type: 'argument', index: 1 }],
	],
	['markdown', 'Fix $ARGUMENTS!', [text('Fix '), all, text('!')]],
	['markdown', 'It costs $10, $x', [text('It costs $10, $x'), text('\n\n'), all]],
	['markdown', 'See:\n!`git log $1`', [text('See:\n'), { type: 'shell', line: 'git log $1' }]],
	['markdown', 'a word!`no`', [text('a word!`no`'), text('\n\n'), all]],
	['gemini', 'Do {{args}} $1', [text('Do '), all, text(' $1')]],
	['gemini', '!{grep {{args}} {a,b}}', [{ type: 'shell', line: 'grep $ARGUMENTS {a,b}' }]],
	['gemini', '@{a b.ts} {{args}}', [{ type: 'file', path: 'a b.ts' }, text(' '), all]],
	['gemini', '!{unclosed {{args}}', [text('!{unclosed '), all]],
] as const)('in %s %j has these parts', (format, prompt, expected) => {
	expect(templateParts({ prompt, format })).toEqual(expected);
});

test('64 KiB of open braces are taken apart at once', () => {
	const started = performance.now();
	templateParts({ prompt: '!{'.repeat(32_768), format: 'gemini' });
	expect(performance.now() - started).toBeLessThan(2000);
});
