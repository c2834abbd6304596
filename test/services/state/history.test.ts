import { execFile } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { createHistory } from '../../../src/services/state/history.js';
import { takeProcessLock } from '../../../src/services/state/process-lock.js';
import { temporaryFolder } from '../temporary-folder.js';

test('prompts come back oldest first, for their project only, from a private file', async () => {
	const file = join(temporaryFolder(), 'state/history.jsonl');
	const history = createHistory({ file, project: '/a' });
	expect(await history.load()).toEqual([]);
	for (const text of ['one', 'two', 'two', 'line\nbreak', 'one', '  ']) await history.add(text);
	await createHistory({ file, project: '/b' }).add('other');
	expect(await createHistory({ file, project: '/a' }).load()).toEqual(['one', 'two', 'line\nbreak', 'one']);
	expect(await createHistory({ file, project: '/a', limit: 2 }).load()).toEqual(['line\nbreak', 'one']);
	expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('corrupt lines are skipped and half a last line does not spoil the next', async () => {
	const file = join(temporaryFolder(), 'history.jsonl');
	const history = createHistory({ file, project: '/a' });
	await history.add('one');
	writeFileSync(file, 'nonsense\n[]\nnull\n{"id":1}\n\n\0\0\n{"id":"x","project":"/a","te', { flag: 'a' });
	await history.add('two');
	expect(await history.load()).toEqual(['one', 'two']);
});

test('a prompt is kept, and nothing is compacted, while another program holds the lock for too long', async () => {
	const file = join(temporaryFolder(), 'history.jsonl');
	writeFileSync(file, `${'x'.repeat(5_000_000)}\n`);
	const taken = await takeProcessLock(`${file}.lock`);
	const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(10_000);
	const history = createHistory({ file, project: '/a' });
	await history.add('typed meanwhile').finally(() => now.mockRestore());
	expect(await history.load()).toEqual(['typed meanwhile']);
	expect(statSync(file).size).toBeGreaterThan(5_000_000);
	if ('lock' in taken) await taken.lock.release();
});

test('a history that grew too long is cut, the newest of each project stay', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'history.jsonl');
	const line = (project: string, index: number) =>
		JSON.stringify({ id: `${project}${index}`, project, text: `${index} ${'x'.repeat(1000)}` });
	const old = Array.from({ length: 4500 }, (_, index) => line(index % 50 === 0 ? '/b' : '/a', index));
	writeFileSync(file, `${old.join('\n')}\n`);
	const history = createHistory({ file, project: '/a', limit: 100 });
	await history.add('newest');
	expect(statSync(file).size).toBeLessThan(300_000);
	const texts = await history.load();
	expect([texts.length, texts.at(-1)]).toEqual([100, 'newest']);
	expect(await createHistory({ file, project: '/b' }).load()).toHaveLength(90);
	expect(readdirSync(folder)).toEqual(['history.jsonl']);
	expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('programs that add at the same time lose nothing', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'history.jsonl');
	const module = new URL('../../../src/services/state/history.ts', import.meta.url).pathname;
	const script = join(folder, 'add.mjs');
	writeFileSync(
		script,
		`import { registerHooks } from 'node:module';
		registerHooks({ resolve: (name, context, next) => next(name.startsWith('.') ? name.replace(/js$/, 'ts') : name, context) });
		const { createHistory } = await import(${JSON.stringify(module)});
		const history = createHistory({ file: process.argv[2], project: process.argv[3] });
		for (let i = 0; i < 30; i += 1) await history.add(i + ' ' + 'x'.repeat(3000));`,
	);
	const names = ['a', 'b', 'c'];
	await Promise.all(names.map((name) => promisify(execFile)(process.execPath, [script, file, name])));
	const texts = await Promise.all(names.map((project) => createHistory({ file, project }).load()));
	expect(texts.map((all) => all.length)).toEqual([30, 30, 30]);
});
