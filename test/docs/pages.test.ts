import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
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

test('the README is a landing page', () => {
	const page = pageText('README.md').trimEnd();
	expect(page.split('\n').length).toBeLessThanOrEqual(90);
	expect(page.split(/\s+/).length).toBeLessThanOrEqual(900);
	// GitHub shows about a hundred characters a line, and nobody reads what is longer than three of them.
	const prose = page.replace(/^```[\s\S]*?^```/gm, '').replaceAll(/\]\([^)]*\)/g, ']');
	expect(prose.split('\n').filter((line) => !/^(?:\||\s*<)/.test(line) && line.length > 300)).toEqual([]);
});

test('users find the version in the CHANGELOG, on one page', () => {
	const page = pageText('CHANGELOG.md');
	expect(page).toContain(`## [${manifest.version}]`);
	expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

test('every picture is shown on a page, and those that move are small and run no script', () => {
	const pictures = readdirSync(`${root}docs/pictures`);
	const pages = pagePaths.map(pageText).join('\n');
	expect(pictures.filter((name) => !pages.includes(`pictures/${name}`))).toEqual([]);
	const shown = [...pageText('README.md').matchAll(/(?:src|srcset)="([^"]+)"/g)].map((found) => found[1] ?? '');
	expect(shown.length).toBeGreaterThan(0);
	for (const path of shown) {
		const picture = pageText(path);
		expect(picture).not.toMatch(/<script|\son\w+=|href="(?!#)/);
		expect(picture.length).toBeLessThan(300_000);
	}
});
