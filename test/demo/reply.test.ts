import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startDemo } from './harness.js';

test('a plain prompt gets facts about the place, a fitting hint and the way to the tour', async () => {
	const demo = await startDemo({ files: { 'README.md': '# Shop\n', 'src/a.ts': 'export const a = 1;\n' } });
	expect(await demo.prompt('Hello, can you fix the login?')).toBe('end_turn');
	expect(demo.said).toContain('Hello!');
	expect(demo.said).toContain('2 files, with code in TypeScript (1)');
	expect(demo.said).toContain('“Shop”');
	expect(demo.said).toContain('/edit FILE');
	expect(demo.said).toContain('/tour');
});

test('an empty directory is no problem', async () => {
	const demo = await startDemo({ files: {} });
	expect(await demo.prompt('hello')).toBe('end_turn');
	expect(demo.said).toContain('This directory is empty.');
});

test('what is attached is named: links, images, embedded text and blobs', async () => {
	const demo = await startDemo();
	await demo.prompt(
		'Look at these',
		{ type: 'resource_link', name: 'README.md', uri: pathToFileURL(join(demo.cwd, 'README.md')).href },
		{ type: 'resource_link', name: 'gone.md', uri: pathToFileURL(join(demo.cwd, 'gone.md')).href },
		{ type: 'resource_link', name: 'the site', uri: 'https://example.com/' },
		{ type: 'resource_link', name: 'odd', uri: 'file://elsewhere/%2F' },
		{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(3_000).toString('base64') },
		{ type: 'resource', resource: { uri: 'file:///x.txt', text: 'a\nb' } },
		{ type: 'resource', resource: { uri: 'file:///x.bin', blob: 'AAAA' } },
	);
	expect(demo.said).toContain('`README.md` (3 lines)');
	expect(demo.said).toContain('`gone.md`, which I cannot read');
	expect(demo.said).toContain('`the site` (https://example.com/)');
	expect(demo.said).toContain('`odd` (a link that I cannot follow)');
	expect(demo.said).toContain('an image (image/png, 2.9 KB)');
	expect(demo.said).toContain('`file:///x.txt` (2 lines)');
	expect(demo.said).toContain('`file:///x.bin` (3 bytes)');
});

test('an unknown command gets a friendly word, a path at the start is no command', async () => {
	const demo = await startDemo();
	expect(await demo.prompt('/reed README.md')).toBe('end_turn');
	expect(demo.said).toContain('I do not know `/reed`. Did you mean `/read` or `/refuse`?');
	await demo.prompt('/etc/hosts is a file');
	expect(demo.said).toContain('I am the demo agent');
});
