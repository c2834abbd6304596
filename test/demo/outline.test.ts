import { expect, test } from 'vitest';
import { outlineOf, outlineText } from '../../src/demo/outline.js';

test('an empty file is called empty', () => {
	expect(outlineText('a.md', outlineOf('a.md', ''))).toBe('`a.md` is empty.');
});

test('many parts are cut, and the rest is counted', () => {
	const text = Array.from({ length: 10 }, (_, index) => `# H${index}`).join('\n');
	expect(outlineText('a.md', outlineOf('a.md', text))).toContain(
		'10 headings: `H0`, `H1`, `H2`, `H3`, `H4`, `H5`, `H6`, `H7` and 2 more',
	);
});
