import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RememberedRule } from '../../../src/core/policy/policy-types.js';
import { createRuleStore } from '../../../src/services/state/rule-store.js';
import { temporaryFolder } from '../temporary-folder.js';

const ruleOf = (text: string, scope: RememberedRule['scope'] = 'project', at = 1): RememberedRule => ({
	decision: 'allow',
	text,
	scope,
	at,
	words: `words of ${text}`,
});
const open = (file: string, project = '/a', patience = 3000) => createRuleStore({ file, project, patience });

test('rules come back in their order, for their project or everywhere, with the words that were shown', async () => {
	const file = join(temporaryFolder(), 'state/rules.json');
	const here = open(file);
	expect(await here.load()).toEqual({ rules: [], warnings: [] });
	const kept = [
		ruleOf('Edit(a)', 'project', 1),
		ruleOf('Execute(npm test)', 'everywhere', 2),
		ruleOf('Edit(b)', 'project', 3),
	];
	for (const rule of kept) expect(await here.add(rule)).toEqual({ ok: true, value: undefined });
	expect(await open(file).load()).toEqual({ rules: kept, warnings: [] });
	expect((await open(file, '/b').load()).rules).toEqual([kept[1]]);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
	expect(readdirSync(join(file, '..'))).toEqual(['rules.json']);
});

test('a rule is written once, and is removed where it was written', async () => {
	const file = join(temporaryFolder(), 'rules.json');
	const store = open(file);
	await store.add(ruleOf('Edit(a)', 'project', 1));
	await store.add(ruleOf('Edit(a)', 'project', 2));
	await store.add(ruleOf('Edit(a)', 'everywhere', 3));
	expect((await store.load()).rules.map(({ scope, at }) => [scope, at])).toEqual([
		['project', 1],
		['everywhere', 3],
	]);
	expect(await open(file, '/b').remove(ruleOf('Edit(a)'))).toEqual({ ok: true, value: false });
	expect(await store.remove(ruleOf('Edit(a)'))).toEqual({ ok: true, value: true });
	expect((await store.load()).rules.map(({ scope }) => scope)).toEqual(['everywhere']);
	expect(readFileSync(file, 'utf8')).not.toContain('/a');
});

test.each([
	['half a file', '{"version":1,"everywhere":[{"decision":"allow","te'],
	['no object', '[1]'],
	['no version', '{}'],
	['rules of another shape', '{"version":1,"everywhere":{"allow":["Edit"]}}'],
	['nothing', ''],
])('of a damaged file, %s, nothing holds; it is reported, and the next rule moves it aside', async (_, text) => {
	const folder = temporaryFolder();
	const file = join(folder, 'rules.json');
	writeFileSync(file, text);
	const { rules, warnings } = await open(file).load();
	expect(rules).toEqual([]);
	expect(warnings).toEqual([expect.stringContaining(`${file} is damaged`)]);
	expect(await open(file).add(ruleOf('Edit(a)'))).toMatchObject({ ok: true });
	expect((await open(file).load()).rules).toEqual([ruleOf('Edit(a)')]);
	const aside = readdirSync(folder).find((name) => name.includes('damaged')) ?? '';
	expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
});

test('entries that are no rules are reported and skipped, and stay when another is written', async () => {
	const file = join(temporaryFolder(), 'rules.json');
	const strange = [7, null, { decision: 'maybe', text: 'Edit' }, { decision: 'allow', text: ' ' }];
	const good = { decision: 'deny', text: 'Edit(x)', note: 'of a later version' };
	writeFileSync(file, JSON.stringify({ version: 1, everywhere: [...strange, good], projects: { '/a': 'x' } }));
	const { rules, warnings } = await open(file).load();
	expect(rules).toEqual([{ decision: 'deny', text: 'Edit(x)', scope: 'everywhere', at: 0, words: '' }]);
	expect(warnings).toHaveLength(4);
	await open(file).add(ruleOf('Edit(a)', 'everywhere'));
	expect(JSON.parse(readFileSync(file, 'utf8')).everywhere.slice(0, 5)).toEqual([...strange, good]);
});

test('a file of a later version is neither used nor written', async () => {
	const file = join(temporaryFolder(), 'rules.json');
	const text = '{"version":2,"everywhere":[{"decision":"allow","text":"Edit"}]}';
	writeFileSync(file, text);
	expect(await open(file).load()).toEqual({ rules: [], warnings: [expect.stringContaining('later version')] });
	expect(await open(file).add(ruleOf('Edit(a)'))).toMatchObject({ ok: false, failure: { code: 'invalid' } });
	expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a project named like a property of every object has no rules of its own', async () => {
	const file = join(temporaryFolder(), 'rules.json');
	await open(file).add(ruleOf('Edit(a)'));
	for (const project of ['__proto__', 'constructor', 'toString']) {
		expect(await open(file, project).load()).toEqual({ rules: [], warnings: [] });
	}
});

test('several writers lose nothing of each other', async () => {
	const file = join(temporaryFolder(), 'rules.json');
	const texts = Array.from({ length: 12 }, (_, index) => `Edit(f${index})`);
	const results = await Promise.all(texts.map((text, index) => open(file, `/p${index % 2}`).add(ruleOf(text))));
	expect(results.filter((result) => !result.ok)).toEqual([]);
	const [even, odd] = await Promise.all([open(file, '/p0').load(), open(file, '/p1').load()]);
	expect([...even.rules, ...odd.rules].map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
});

test('several programs lose nothing of each other', async () => {
	const file = join(temporaryFolder(), 'rules.json');
	const url = new URL('../../../src/services/state/rule-store.ts', import.meta.url).href;
	const hooks = `import { registerHooks } from 'node:module';
		registerHooks({ resolve: (name, context, next) => next(name.startsWith('.') ? name.replace(/\\.js$/, '.ts') : name, context) });
		const { createRuleStore } = await import(${JSON.stringify(url)});
		const store = createRuleStore({ file: ${JSON.stringify(file)}, project: '/a' });
		for (let n = 0; n < 10; n += 1) await store.add({ decision: 'allow', text: \`Edit(\${process.argv[1]}-\${n})\`, scope: 'project', at: n, words: '' });`;
	const runs = ['x', 'y', 'z'].map((name) =>
		promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '-e', hooks, name]),
	);
	await Promise.all(runs);
	expect((await open(file).load()).rules).toHaveLength(30);
});

test('a lock that somebody keeps fails with its name; one that a killed program left is taken', async () => {
	const file = join(temporaryFolder(), 'rules.json');
	writeFileSync(`${file}.lock`, 'somebody');
	expect(await open(file, '/a', 50).add(ruleOf('Edit(a)'))).toMatchObject({
		ok: false,
		failure: { code: 'timed-out', message: expect.stringContaining(`${file}.lock`) },
	});
	const long = new Date(Date.now() - 60_000);
	utimesSync(`${file}.lock`, long, long);
	expect(await open(file, '/a', 50).add(ruleOf('Edit(a)'))).toMatchObject({ ok: true });
	expect(readdirSync(join(file, '..'))).toEqual(['rules.json']);
});

test('what cannot be read or written is a failure, never an exception', async () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'rules.json'));
	const store = open(join(folder, 'rules.json'));
	expect(await store.load()).toEqual({ rules: [], warnings: [expect.stringContaining('cannot be read')] });
	expect(await store.add(ruleOf('Edit(a)'))).toMatchObject({ ok: false, failure: { code: 'not-a-file' } });
	expect(await store.remove(ruleOf('Edit(a)'))).toMatchObject({ ok: false });
	writeFileSync(join(folder, 'file'), '');
	expect(await open(join(folder, 'file', 'rules.json')).add(ruleOf('Edit(a)'))).toMatchObject({ ok: false });
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written is reported as that', async () => {
	const folder = temporaryFolder();
	chmodSync(folder, 0o500);
	const result = await open(join(folder, 'rules.json')).add(ruleOf('Edit(a)'));
	chmodSync(folder, 0o700);
	expect(result).toMatchObject({ ok: false, failure: { code: 'no-permission' } });
});

test.each([
	['the file', (file: string) => chmodSync(file, 0o666)],
	['its folder', (file: string) => chmodSync(join(file, '..'), 0o777)],
])('rules that another user could have written do not hold, and none is added: %s', async (_, open_) => {
	const file = join(temporaryFolder(), 'state', 'rules.json');
	const store = open(file);
	await store.add(ruleOf('Execute(rm *)'));
	open_(file);
	expect(await store.load()).toEqual({
		rules: [],
		warnings: [expect.stringMatching(/not applied.*written by other users/)],
	});
	expect(await store.add(ruleOf('Edit(a)'))).toMatchObject({ ok: false, failure: { code: 'no-permission' } });
});
