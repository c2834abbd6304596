import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAskingRecords } from '../../../src/services/state/asking-records.js';
import { temporaryFolder } from '../temporary-folder.js';

const logged: string[] = [];
const open = (file: string) => createAskingRecords({ file, log: { write: (_, what) => void logged.push(what) } });
const agent = (name: string, version = '1') => ({ name, version });

test('what an agent showed comes back for that agent in that version, in a private file', async () => {
	const file = join(temporaryFolder(), 'state/agents.json');
	expect(await open(file).load(agent('a'))).toEqual({});
	await open(file).save(agent('a'), { edits: 'asks' });
	await open(file).save(agent('b'), { commands: 'doesNotAsk' });
	await open(file).save(agent('a'), { edits: 'doesNotAsk', commands: 'asks' });
	expect(await open(file).load(agent('a'))).toEqual({ edits: 'doesNotAsk', commands: 'asks' });
	expect(await open(file).load(agent('b'))).toEqual({ commands: 'doesNotAsk' });
	expect(await open(file).load(agent('a', '2'))).toEqual({});
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readdirSync(join(file, '..'))).toEqual(['agents.json']);
});

test('several writers lose nothing of each other', async () => {
	const file = join(temporaryFolder(), 'agents.json');
	const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
	await Promise.all(names.map((name) => open(file).save(agent(name), { edits: 'asks' })));
	for (const name of names) expect(await open(file).load(agent(name))).toEqual({ edits: 'asks' });
});

test('the file stays small, whatever agents call themselves', async () => {
	const file = join(temporaryFolder(), 'agents.json');
	const long = agent('x'.repeat(1_000_000), 'y'.repeat(1_000_000));
	await open(file).save(long, { edits: 'asks' });
	expect(await open(file).load(long)).toEqual({ edits: 'asks' });
	for (let count = 0; count < 230; count += 1) await open(file).save(agent(`a${count}`), { edits: 'asks' });
	expect(JSON.parse(readFileSync(file, 'utf8')).agents).toHaveLength(200);
	expect(await open(file).load(agent('a0'))).toEqual({});
	expect(await open(file).load(agent('a229'))).toEqual({ edits: 'asks' });
});

test.each([
	['half a file', '{"version":1,"agents":[{"na'],
	['another shape', '[1,2]'],
	['rows of another shape', '{"version":1,"agents":[1,{"name":5},{"name":"a","version":"1","edits":"always"}]}'],
])('%s says nothing, and is replaced', async (_, text) => {
	const file = join(temporaryFolder(), 'agents.json');
	writeFileSync(file, text);
	expect(await open(file).load(agent('a'))).toEqual({});
	await open(file).save(agent('a'), { edits: 'asks' });
	expect(await open(file).load(agent('a'))).toEqual({ edits: 'asks' });
});

test('the file of a later version is left alone', async () => {
	const file = join(temporaryFolder(), 'agents.json');
	const text = '{"version":2,"agents":{}}';
	writeFileSync(file, text);
	expect(await open(file).load(agent('a'))).toEqual({});
	await open(file).save(agent('a'), { edits: 'asks' });
	expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a place that cannot be written is logged, nothing more', async () => {
	const file = join(temporaryFolder(), 'agents.json');
	mkdirSync(file);
	expect(await open(file).load(agent('a'))).toEqual({});
	await open(file).save(agent('a'), { edits: 'asks' });
	expect(logged).toEqual(['what the agent showed was not kept']);
});
