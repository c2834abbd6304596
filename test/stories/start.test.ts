import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { isReady, launch } from '../drive/screen.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const recorder = new URL('../drive/record-start.mjs', import.meta.url);

/** What a first frame can do without, by a word that only it has in the bundle. */
const LATER = [
	['the SDK', 'ACP connection closed'],
	['its schemas', 'ZodType'],
	['the highlighter', 'hljs'],
	['the YAML parser', 'YAMLParseError'],
	['the Markdown parser', 'Please report this to'],
	['the rules of ignored files', 'path must be a string'],
	['the read-only rules', 'shortlog'],
	['the MCP client', 'mcp-session-id'],
	['the embedded registry', 'amp-acp-darwin'],
	['React', 'react.transitional.element'],
	['Ink and Yoga', 'WebAssembly.instantiate'],
] as const;

type Start = { readonly loaded: readonly string[]; readonly builtins: readonly string[]; readonly segmenters: number };

test('The first frame is drawn from few files, before anything is loaded that it does not need', async () => {
	const desk = openDesk();
	const file = join(desk.home, 'start.json');
	const screen = await launch({ desk, env: { NODE_OPTIONS: `--import=${recorder.href}`, RECORD_START: file } });
	await screen.until(isReady);
	const { loaded, builtins, segmenters }: Start = JSON.parse(readFileSync(file, 'utf8'));

	const ours = loaded.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
	expect(ours.length).toBeGreaterThan(4);
	expect(ours.length).toBeLessThan(16);
	expect(ours.reduce((sum, each) => sum + statSync(each).size, 0)).toBeLessThan(800 * 1024);

	expect(ours.filter((name) => name.includes('deferred'))).toEqual([]);

	const bundle = readdirSync(join(dist, 'chunks')).map((name) => join(dist, 'chunks', name));
	const having = (files: readonly string[], word: string) =>
		files.filter((each) => readFileSync(each, 'utf8').includes(word));
	for (const [what, word] of LATER) {
		expect.soft(having(bundle, word).length, `${what} in the bundle`).toBeGreaterThan(0);
		expect.soft(having(ours, word), `${what} before the first frame`).toEqual([]);
	}
	// One character more than Latin-1 would double what V8 holds of a file.
	expect(ours.filter((each) => each.startsWith(dist) && /[^\x00-\x7f]/.test(readFileSync(each, 'utf8')))).toEqual([]);

	// The slow ones of Node's own: assertions, cryptography, processes, workers; and the segmenter's data.
	const slow = ['assert', 'crypto', 'child_process', 'worker_threads', 'http', 'zlib'];
	expect(builtins.filter((name) => slow.some((each) => name === `NativeModule ${each}`))).toEqual([]);
	expect(segmenters).toBe(0);
});

test('A prompt without the interface loads nothing of it', () => {
	const chunks = readdirSync(join(dist, 'chunks'));
	const open = chunks.filter((name) => /^(?:print|runtime|connect|all-folders|deferred-core)-/.test(name));
	expect(open.length).toBeGreaterThanOrEqual(5);
	const loaded = new Set(open);
	for (const name of loaded)
		for (const [, next = ''] of readFileSync(join(dist, 'chunks', name), 'utf8').matchAll(/from"\.\/([^"]+)"/g))
			loaded.add(next);
	expect([...loaded].filter((name) => /^(?:interface|deferred-view)-/.test(name))).toEqual([]);
});
