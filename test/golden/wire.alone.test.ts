import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { expectGolden, expectNoOthers } from './golden-files.js';
import { agentsStarted, replayOnWire } from './wire-driver.js';

vi.mock('node:child_process', async (original) => ({
	...(await original<typeof import('node:child_process')>()),
	spawn: (await import('./wire-driver.js')).spawnAgent,
}));

const traces = fileURLToPath(new URL('../fixtures/traces', import.meta.url));
const agents = readdirSync(traces);

test.each(agents)('What is sent to an agent that does as %s did is what was recorded.', async (agent) => {
	const lines: string[] = [];
	let handshake = '';
	for (const file of readdirSync(`${traces}/${agent}`).sort()) {
		const [first = '', ...more] = await replayOnWire(`${traces}/${agent}/${file}`);
		lines.push(`── ${file}`, first === handshake ? '(initialize as before)' : first, ...more);
		handshake = first;
	}
	expectGolden('wire', agent, lines);
	expect(agentsStarted()).toBeGreaterThan(0);
});

test('No other traffic is recorded.', () => expectNoOthers('wire', agents));
