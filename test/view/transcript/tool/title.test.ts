import { expect, test } from 'vitest';
import { fileLink, relativePath, shortenPaths } from '../../../../src/view/transcript/tool/title.js';

test.each([
	['Read /w/shop/src/a.ts', 'Read src/a.ts'],
	['cd /w/shop && ls', 'cd . && ls'],
	['ls /w/shop/', 'ls .'],
	['cp "/w/shop/a" /w/shop/b', 'cp "a" b'],
	['Read /w/shopping/a.ts', 'Read /w/shopping/a.ts'],
	['Read /other/w/shop/a.ts', 'Read /other/w/shop/a.ts'],
	['Read /w/shop/../secret', 'Read ../secret'],
	['nothing', 'nothing'],
])('%s becomes %s', (text, expected) => {
	expect(shortenPaths(text, '/w/shop')).toBe(expected);
});

test('the root directory shortens nothing', () => {
	expect(shortenPaths('Read /etc/hosts', '/')).toBe('Read /etc/hosts');
});

test.each([
	['/w/shop/a.ts', 'a.ts'],
	['/w/shop', '.'],
	['/w/shopping', '/w/shopping'],
	['a.ts', 'a.ts'],
])('the path %s is shown as %s', (path, expected) => {
	expect(relativePath(path, '/w/shop')).toBe(expected);
});

test.each([
	['/w/a b#c.ts', 'file:///w/a%20b%23c.ts'],
	['src/ä.ts', 'file:///w/shop/src/%C3%A4.ts'],
	['C:\\x\\y.ts', 'file:///C%3A/x/y.ts'],
	['/bad\ud800', undefined],
])('the path %j links to %s', (path, expected) => {
	expect(fileLink(path, '/w/shop')).toBe(expected);
});
