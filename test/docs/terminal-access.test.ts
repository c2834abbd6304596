import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './pages.js';

const sources = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
	.map((name) => name.replaceAll('\\', '/'))
	.filter((name) => /\.tsx?$/.test(name));

/** Every source with a match. */
function having(pattern: RegExp): readonly string[] {
	return sources.filter((name) => pattern.test(readFileSync(`${root}src/${name}`, 'utf8'))).sort();
}

test('only src/ui imports Ink and React, and nothing loads it before a frame was drawn', () => {
	const components = having(/from '(?:ink|react)(?:\/[^']*)?'/);
	expect(components).toEqual(['ui/app.tsx', 'ui/mount.tsx', 'ui/screen-store.tsx']);
	expect(
		having(/from '(?:\.|.*\/ui)\/(?:app|mount|screen-store)\.js'/).filter((name) => !components.includes(name)),
	).toEqual([]);
	expect(having(/import\('.*\/mount\.js'\)/)).toEqual(['ui/renderer.ts']);
});

test('while an interface runs, only the real terminal touches standard input and output', () => {
	const named = having(/\bprocess\.(?:stdin|stdout)\b/).filter((name) => !/^(?:cli|demo|agent)\//.test(name));
	expect(named).toEqual(['terminal/real-terminal.ts']);
	expect(having(/\{ stdin, stdout \} = process/)).toEqual([]);
});
