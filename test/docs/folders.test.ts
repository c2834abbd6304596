import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { pageText, root } from './pages.js';

type Override = {
	readonly includes: readonly string[];
	readonly linter: {
		readonly rules: {
			readonly style?: {
				readonly noRestrictedImports?: {
					readonly options: { readonly patterns: readonly { readonly group: readonly string[] }[] };
				};
			};
		};
	};
};

const { overrides } = JSON.parse(readFileSync(`${root}biome.json`, 'utf8')) as {
	readonly overrides: readonly Override[];
};
const folders = readdirSync(`${root}src`);
const rows = [...pageText('docs/architecture.md').matchAll(/^\|`(\w+)`\|.*\|(.*)\|$/gm)].map(
	(found) => [found[1] ?? '', [...(found[2] ?? '').matchAll(/`(\w+)`/g)].map((name) => name[1] ?? '')] as const,
);

test('the architecture page names every folder', () => {
	expect(new Set(rows.map(([folder]) => folder))).toEqual(new Set(folders));
});

test.each(rows)('what %s may import is what biome.json enforces', (folder, allowed) => {
	const override = overrides.find(({ includes }) => includes.includes(`src/${folder}/**`));
	const patterns = override?.linter.rules.style?.noRestrictedImports?.options.patterns ?? [];
	const forbidden = patterns.flatMap(({ group }) => group).map((pattern) => /^\*\*\/(\w+)\/\*\*$/.exec(pattern)?.[1]);
	expect(new Set(allowed)).toEqual(new Set(folders.filter((name) => name !== folder && !forbidden.includes(name))));
});

test('a file name is shared by three files at most', () => {
	const names = Map.groupBy(globSync('src/**/*.{ts,tsx}', { cwd: root }), (file) => basename(file));
	expect([...names].filter(([, files]) => files.length > 3).map(([name]) => name)).toEqual([]);
});
