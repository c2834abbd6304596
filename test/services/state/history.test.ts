import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { appendLine, compactLines, createHistory, readLines } from '../../../src/services/state/history.js';
import { temporaryFolder } from '../temporary-folder.js';

test('prompts come back oldest first, for their project only, from a private file', async () => {
	const file = join(temporaryFolder(), 'state/history.jsonl');
	const history = createHistory({ file, project: '/a' });
	expect(await history.load()).toEqual([]);
	for (const text of ['one', 'two', 'two', 'line\nbreak', 'one', '  ']) {
		await history.add(text);
	}
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

test('a prompt that is too long is not kept, and a file that cannot be written is no error', async () => {
	const folder = temporaryFolder();
	const history = createHistory({ file: join(folder, 'h'), project: '/a' });
	await history.add('x'.repeat(100_000));
	expect(existsSync(join(folder, 'h'))).toBe(false);
	mkdirSync(join(folder, 'dir'));
	const broken = createHistory({ file: join(folder, 'dir'), project: '/a' });
	await broken.add('x');
	expect(await broken.load()).toEqual([]);
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

test('programs that append at the same time lose nothing', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'history.jsonl');
	const module = new URL('../../../src/services/state/history.ts', import.meta.url).pathname;
	const script = join(folder, 'append.mjs');
	writeFileSync(
		script,
		`import { registerHooks } from 'node:module';
		registerHooks({ resolve: (name, context, next) => next(name.startsWith('.') ? name.replace(/js$/, 'ts') : name, context) });
		const { appendLine } = await import(${JSON.stringify(module)});
		for (let i = 0; i < 200; i += 1) await appendLine(process.argv[2], process.argv[3] + ' ' + i + ' ' + 'x'.repeat(3000));`,
	);
	const writers = ['a', 'b', 'c'].map((name) => promisify(execFile)(process.execPath, [script, file, name]));
	// Meanwhile the file is replaced again and again, everything kept.
	let isDone = false;
	const all = Promise.all(writers).finally(() => {
		isDone = true;
	});
	await appendLine(file, 'first');
	const compacting = (async () => {
		for (let count = 0; ; count += 1) {
			await compactLines(file, (lines) => lines);
			if (isDone) {
				return count;
			}
		}
	})();
	await all;
	expect(await compacting).toBeGreaterThan(5);
	// A piece of a line that was being written while the file was replaced may stay; the line itself comes again.
	const whole = (await readLines(file)).filter((line) => /^(?:first|[abc] \d+ x{3000})$/.test(line));
	const seen = new Set(whole.map((line) => line.replace(/ x*$/, '')));
	expect(seen.size).toBe(601);
});

test('while another program cuts the file nobody else does, unless its lock is old', async () => {
	const file = join(temporaryFolder(), 'lines');
	await appendLine(file, 'a');
	writeFileSync(`${file}.lock`, 'somebody');
	await compactLines(file, () => []);
	expect(readFileSync(file, 'utf8')).toBe('a\n');
	utimesSync(`${file}.lock`, new Date(0), new Date(0));
	await compactLines(file, () => ['b']);
	expect(readFileSync(file, 'utf8')).toBe('b\n');
	expect(existsSync(`${file}.lock`)).toBe(false);
});
