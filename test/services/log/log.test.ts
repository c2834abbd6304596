import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CrashHooks, closeOnCrash } from '../../../src/cli/crash.js';
import { createLog } from '../../../src/services/log/log.js';
import { temporaryFolder } from '../temporary-folder.js';

function linesOf(file: string): readonly Record<string, unknown>[] {
	return readFileSync(file, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line));
}

test('nothing is made before the first line; then folder and file are private', async () => {
	const folder = temporaryFolder();
	const log = createLog({ file: join(folder, 'state/log.jsonl'), level: 'info' });
	log.write('debug', 'too small');
	await log.close();
	expect(readdirSync(folder)).toEqual([]);
	log.write('info', 'started', { agent: 'demo', count: 2 });
	log.write('error', 'failed', { error: new Error('no', { cause: new Error('why') }) });
	await log.close();
	expect(linesOf(log.path)).toMatchObject([
		{ level: 'info', what: 'started', facts: { agent: 'demo', count: 2 } },
		{ level: 'error', what: 'failed', facts: { error: { name: 'Error', message: 'no', cause: { message: 'why' } } } },
	]);
	expect(statSync(log.path).mode & 0o777).toBe(0o600);
	expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
});

test('secrets do not reach the file, wherever they stand', async () => {
	const log = createLog({ file: join(temporaryFolder(), 'log.jsonl'), level: 'debug' });
	const secret = 'sk-ant-REALSECRET-0123456789';
	log.write('info', `header Authorization: Bearer REALSECRET0123456789`, {
		deep: { list: [{ apiKey: 'REALSECRET', text: `key=${secret}` }] },
		env: { MY_TOKEN: 'REALSECRET', note: secret },
		error: new Error(`rejected ${secret}`),
		[secret]: 1,
		long: `${'x'.repeat(1995)} ${secret}`,
	});
	await log.close();
	expect(readFileSync(log.path, 'utf8')).not.toContain('REALSECRET');
});

test('whatever it is given, it does not throw and a line stays short', async () => {
	const log = createLog({ file: join(temporaryFolder(), 'log.jsonl'), level: 'debug' });
	const circular: Record<string, unknown> = {
		big: 10n,
		run: () => 1,
		sign: Symbol('s'),
		bytes: Buffer.alloc(9),
		nan: Number.NaN,
	};
	circular['self'] = circular;
	const trap = {
		get bad(): string {
			throw new Error('trap');
		},
	};
	log.write('info', 'odd', {
		circular,
		trap,
		long: 'x'.repeat(1e6),
		many: Array.from({ length: 1e4 }, () => 'y'.repeat(500)),
	});
	await log.close();
	expect(linesOf(log.path)).toHaveLength(1);
	expect(statSync(log.path).size).toBeLessThan(17_000);
});

test('a file of five megabytes is put aside, three are kept', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'log.jsonl');
	for (let round = 0; round < 5; round += 1) {
		writeFileSync(file, `"round ${round}"\n${' '.repeat(5 * 1024 * 1024)}`);
		const log = createLog({ file, level: 'info' });
		log.write('info', 'new');
		await log.close();
	}
	expect(readdirSync(folder).sort()).toEqual(['log.jsonl', 'log.jsonl.1', 'log.jsonl.2', 'log.jsonl.3']);
	expect(linesOf(file)).toHaveLength(1);
	expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^"round 4"/);
	expect(readFileSync(`${file}.3`, 'utf8')).toMatch(/^"round 2"/);
});

test('when the file cannot be written nothing throws, and a link in its place is not followed', async () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'folder'));
	writeFileSync(join(folder, 'victim'), '');
	symlinkSync(join(folder, 'victim'), join(folder, 'link'));
	for (const file of ['folder', 'victim/below', 'link', '\0']) {
		const log = createLog({ file: join(folder, file), level: 'info' });
		log.write('info', 'x');
		await log.close();
	}
	expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('');
});

test('lines that come faster than they can be written are counted', async () => {
	const log = createLog({ file: join(temporaryFolder(), 'log.jsonl'), level: 'info' });
	for (let index = 0; index < 2000; index += 1) log.write('info', 'x'.repeat(1500));
	await log.close();
	const last = linesOf(log.path).at(-1);
	expect(last).toMatchObject({ level: 'warn', what: 'log lines were dropped', facts: { count: expect.any(Number) } });
});

test('no control character, and none that hides or turns text round, is in the file as it is', async () => {
	const log = createLog({ file: join(temporaryFolder(), 'log.jsonl'), level: 'info' });
	let odd = '';
	for (let code = 0; code < 0xa0; code += 1) if (code < 0x20 || code > 0x7e) odd += String.fromCharCode(code);
	odd += '\u200e\u202e\u2028\u2066\ufeff';
	log.write('info', odd, { [odd]: odd });
	await log.close();
	const text = readFileSync(log.path, 'utf8');
	expect([...text.trimEnd()].filter((character) => odd.includes(character))).toEqual([]);
	expect(linesOf(log.path)).toMatchObject([{ what: odd, facts: { [odd]: odd } }]);
});

test('a crash can be read in the log: what failed, where, frame by frame, and nothing that was quoted', async () => {
	const log = createLog({ file: join(temporaryFolder(), 'log.jsonl'), level: 'error' });
	const report = (error: unknown): void => {
		const hooks: CrashHooks = { restoreTerminal: null, close: null, report: null };
		closeOnCrash(hooks, { close: async () => {}, log }, log.path);
		expect(hooks.report?.(error)).toBe(log.path);
	};
	function parse(text: string): unknown {
		return JSON.parse(text);
	}
	try {
		parse(`{"prompt": MARKED words of the user}`);
	} catch (error) {
		report(error);
	}
	report(
		new Error(`no entry "a" for "MARKED words of the agent"\nMARKED line`, {
			cause: new Error('MARKED'.replace('MARKED', 'cause')),
		}),
	);
	report(Object.assign(new Error("ENOENT: no such file, open '/w/MARKED file'"), { code: 'ENOENT' }));
	report('MARKED text that somebody threw');
	await log.close();
	const text = readFileSync(log.path, 'utf8');
	expect(text).not.toContain('MARKED');
	const crashes = linesOf(log.path).map((line) => (line as { facts: { error: Record<string, unknown> } }).facts.error);
	expect(crashes[0]).toMatchObject({ name: 'SyntaxError', message: expect.stringContaining('JSON') });
	for (const { stack } of crashes)
		expect(stack).toEqual(expect.arrayContaining([expect.stringMatching(/^at .+:\d+:\d+\)?$/)]));
	expect(crashes[0]?.['stack']).toEqual(expect.arrayContaining([expect.stringMatching(/^at parse .*log\.test\.ts/)]));
	expect(crashes[1]).toMatchObject({ message: 'no entry "a" for "…"', cause: { message: 'cause' } });
	expect(crashes[2]).toMatchObject({ code: 'ENOENT' });
	expect(crashes[3]).toMatchObject({ message: 'a thrown string' });
});
