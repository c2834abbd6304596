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

test('one file imports Ink and React', () => {
	expect(having(/from '(?:ink|react)(?:\/[^']*)?'/)).toEqual(['ui/renderer.tsx']);
});

test('while an interface runs, only the real terminal touches standard input and output', () => {
	const named = having(/\bprocess\.(?:stdin|stdout)\b/).filter((name) => !/^(?:cli|demo|agent)\//.test(name));
	expect(named).toEqual(['terminal/real-terminal.ts']);
	expect(having(/\{ stdin, stdout \} = process/)).toEqual([]);
});
