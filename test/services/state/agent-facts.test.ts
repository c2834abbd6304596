import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentFacts } from '../../../src/core/agents/known-facts.js';
import { createAgentFacts } from '../../../src/services/state/agent-facts.js';

const facts: AgentFacts = {
	launch: 'goose',
	name: 'goose',
	version: '1',
	abilities: ['list', 'plan'],
	signedIn: true,
	at: 5,
};
const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'facts-')), 'state', 'agent-facts.json');

test('Each agent is kept once in each version, the newest first, in a private file.', async () => {
	const file = newFile();
	const port = createAgentFacts({ file });
	await Promise.all([
		port.save(facts),
		port.save({ ...facts, version: '2' }),
		port.save({ ...facts, signedIn: false }),
	]);
	expect(await createAgentFacts({ file }).load()).toEqual([
		{ ...facts, signedIn: false },
		{ ...facts, version: '2' },
	]);
	expect(statSync(file).mode & 0o077).toBe(0);
});

test('What is kept is bounded, whatever agents call themselves.', async () => {
	const file = newFile();
	const port = createAgentFacts({ file });
	await port.save({ ...facts, name: 'x'.repeat(100_000) });
	for (let at = 0; at < 3; at += 1) await port.save({ ...facts, version: `${at}` });
	expect(readFileSync(file, 'utf8').length).toBeLessThan(3000);
	expect((await port.load()).at(-1)?.name).toHaveLength(200);
});

test('What is damaged or strange was never learned.', async () => {
	const file = newFile();
	const port = createAgentFacts({ file });
	await port.save(facts);
	const rows = [{ ...facts, abilities: ['list', 'fly', 7], signedIn: 'yes' }, { launch: 3 }, null];
	writeFileSync(file, JSON.stringify({ version: 1, agents: rows }));
	expect(await port.load()).toEqual([{ ...facts, abilities: ['list'], signedIn: null }]);
	writeFileSync(file, '{"agents": [');
	expect(await port.load()).toEqual([]);
});
