import { globSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf, pageText, root } from './pages.js';

const index = pageText('docs/decisions/README.md');
const records = readdirSync(`${root}docs/decisions`).filter((name) => name !== 'README.md');

test('the index of decisions names every record', () => {
	const listed = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name ?? '');
	expect(new Set(listed)).toEqual(new Set(records));
});

test.each(records)('%s says the context, the decision and how to undo it', (name) => {
	const text = pageText(`docs/decisions/${name}`);
	expect(text).toMatch(/Context/);
	expect(text).toMatch(/Decision/);
	expect(text).toMatch(/undo/i);
});

test.each(records)('the files that %s names exist', (name) => {
	const named = codeOf(pageText(`docs/decisions/${name}`)).filter((code) => /^[\w./-]+\.(?:tsx?|mjs)$/.test(code));
	const files = globSync('{src,test,scripts,bench}/**/*.{ts,tsx,mjs}', { cwd: root });
	expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
});
