import { expect, test } from 'vitest';
import { pagePaths, pageText } from './pages.js';

/** Five lines of about a hundred characters. */
const LONGEST_PARAGRAPH = 500;
const guides = pagePaths.filter((path) => path.startsWith('docs/'));

test.each(guides)('%s opens with an example', (path) => {
	const [opening = ''] = pageText(path).split(/^## /m);
	expect(opening).toMatch(/^```/m);
});

test.each(guides)('%s has short paragraphs', (path) => {
	const prose = pageText(path).replace(/^```[\s\S]*?^```/gm, '');
	const long = prose.split('\n').filter((line) => !line.startsWith('|') && line.length > LONGEST_PARAGRAPH);
	expect(long.map((line) => line.slice(0, 60))).toEqual([]);
});

test.each(guides)('%s ends with what is looked up: behind a reference comes no section of the guide', (path) => {
	const headings = [...pageText(path).matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
		heading.startsWith('Reference'),
	);
	expect(headings.slice(headings.indexOf(true)).every(Boolean) || !headings.includes(true)).toBe(true);
});

test('the pages together are short', () => {
	// The bars and rulers of tables are not words.
	const words = pagePaths.flatMap((path) => pageText(path).split(/[\s|]+/)).filter((word) => /[A-Za-z0-9]/.test(word));
	expect(words.length).toBeLessThanOrEqual(25_000);
});
