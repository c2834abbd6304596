import { expect, test } from 'vitest';
import { startDemo } from './harness.js';

test('/stubborn never asks, and tells what the client did with each attempt', async () => {
	const demo = await startDemo({ refuseWrite: () => 'Plan mode holds.', refuseTerminal: 'No commands in plan mode.' });
	await demo.setMode('plan');
	await demo.prompt('/stubborn');
	expect(demo.seen.asked).toEqual([]);
	expect(demo.seen.calls).toEqual(['write', 'create']);
	expect(demo.tools.map((tool) => tool['status'])).toEqual(['failed', 'failed', 'completed']);
	expect(demo.said).toContain('through the client: it did not happen: “Plan mode holds.”');
	expect(await demo.read('acp-tui-demo-stubborn.txt')).toContain('behind your back');
	expect(demo.said).toContain('You can delete `acp-tui-demo-stubborn.txt`.');
});

test('/stubborn gets through where nobody holds it', async () => {
	const demo = await startDemo();
	await demo.prompt('/stubborn');
	expect(demo.tools.map((tool) => tool['status'])).toEqual(['completed', 'completed', 'completed']);
	expect(demo.seen.created).toMatchObject([{ command: 'sh', args: ['-c', expect.stringContaining('>>')] }]);
	expect(demo.seen.calls).toContain('release');
});

test('a client that can do nothing at all gets through every ordinary command', async () => {
	const demo = await startDemo({ capabilities: {} });
	for (const prompt of ['hello', '/tour', '/read', '/edit', '/run true', '/steps', '/planmode', '/helpers']) {
		expect(await demo.prompt(prompt)).toBe('end_turn');
	}
	expect(demo.seen.calls).toEqual([]);
	expect(await demo.prompt('/stubborn')).toBe('end_turn');
});
