import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAgentChoices } from '../../../src/services/state/agent-choices.js';
import { temporaryFolder } from '../temporary-folder.js';

const open = (file: string) => createAgentChoices({ file, log: { write: () => {} } });
const agent = (launch: string, name = 'agent') => ({ launch, name });

test('what was chosen comes back for that agent, from a private file, until it is forgotten', async () => {
	const file = join(temporaryFolder(), 'state/agent-choices.json');
	const choices = { model: 'm', planModel: 'p', mode: 'code', options: { effort: 'high', fast: true } };
	await open(file).save(agent('a'), choices);
	await open(file).save(agent('b'), { model: 'other' });
	expect(await open(file).load(agent('a'))).toEqual(choices);
	expect(await open(file).load(agent('a', 'another'))).toEqual({});
	expect(statSync(file).mode & 0o777).toBe(0o600);
	await open(file).save(agent('a'), {});
	expect(await open(file).load(agent('a'))).toEqual({});
	expect(await open(file).load(agent('b'))).toEqual({ model: 'other' });
});

test('the file stays small, whatever agents call their options', async () => {
	const file = join(temporaryFolder(), 'agent-choices.json');
	const options = Object.fromEntries(Array.from({ length: 100 }, (_, count) => [`o${count}`, 'x']));
	await open(file).save(agent('a'), { model: 'x'.repeat(10_000), options: { ...options, long: 'x'.repeat(10_000) } });
	const { model, options: kept = {} } = await open(file).load(agent('a'));
	expect(model).toBeUndefined();
	expect(Object.keys(kept)).toHaveLength(20);
	await open(file).save(agent('x'.repeat(10_000)), { model: 'm' });
	expect(readFileSync(file, 'utf8').length).toBeLessThan(5000);
});

test.each([
	['half a file', '{"version":1,"agents":[{"na'],
	['another shape', '{"version":1,"agents":[{"launch":"a","name":"agent","model":5,"options":[1]},{"launch":1},7]}'],
	['a later version', '{"version":2,"agents":[{"launch":"a","name":"agent","model":"m"}]}'],
])('%s says nothing', async (_, text) => {
	const file = join(temporaryFolder(), 'agent-choices.json');
	writeFileSync(file, text);
	expect(await open(file).load(agent('a'))).toEqual({});
});
