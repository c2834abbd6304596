import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, codeOf, pagePaths, pageText, root } from './pages.js';

test('the generated parts of the pages are what the code says', () => {
	const run = () => execFileSync(process.execPath, [`${root}scripts/docs.mjs`, '--check'], { encoding: 'utf8' });
	expect(run).not.toThrow();
});

test.each(pagePaths)('every local link of %s leads somewhere', (path) => {
	const links = [...pageText(path).matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1] ?? '');
	const broken = links.filter((link) => {
		if (/^[a-z]+:/.test(link)) return false;
		const [file = '', anchor] = link.split('#');
		const target = file === '' ? path : join(dirname(path), file);
		if (!existsSync(root + target)) return true;
		return anchor !== undefined && !anchorsOf(pageText(target)).has(anchor);
	});
	expect(broken).toEqual([]);
});

test.each(pagePaths)('every path of the project that %s names exists', (path) => {
	const named = codeOf(pageText(path)).filter((code) => /^(?:src|test|scripts|docs|bin)\/[\w./-]+$/.test(code));
	expect(named.filter((name) => name !== 'dist/' && !existsSync(root + name))).toEqual([]);
});

test('the README stays short', () => {
	expect(pageText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('users find what is new in the CHANGELOG', () => {
	expect(pageText('CHANGELOG.md')).toContain('## [Unreleased]');
});
