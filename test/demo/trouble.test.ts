import { expect, test } from 'vitest';
import { startDemo } from './harness.js';

test('/fail answers the prompt with an error that says more, and the next prompt works', async () => {
	const demo = await startDemo();
	await expect(demo.prompt('/fail')).rejects.toMatchObject({
		code: -32603,
		data: { details: expect.stringContaining('failed because it was asked to') },
	});
	expect(await demo.prompt('hello')).toBe('end_turn');
});

test('/crash writes to standard error and ends the process with 3, a call still open', async () => {
	const errors: string[] = [];
	const left = Promise.withResolvers<number>();
	const host = { exit: left.resolve, writeError: (text: string) => void errors.push(text) };
	const demo = await startDemo({ host });
	const turn = demo.prompt('/crash');
	expect(await left.promise).toBe(3);
	await turn;
	expect(errors.join('')).toContain('panic');
	expect(demo.said).toContain('I feel a crash coming on.');
});

test('/crash leaves a process alone that is not its own', async () => {
	const demo = await startDemo();
	expect(await demo.prompt('/crash')).toBe('end_turn');
	expect(demo.said).toContain('which I will not take down');
});

test('/unknown sends what nobody knows, and gets an answer to its unknown request', async () => {
	const demo = await startDemo();
	expect(await demo.prompt('/unknown')).toBe('end_turn');
	expect(demo.updates('demo_weather')).toHaveLength(1);
	const calls = demo.seen.updates.filter((update) => 'toolCallId' in update);
	expect(calls.map((update) => update['sessionUpdate'])).toEqual(['tool_call_update', 'tool_call', 'tool_call_update']);
	expect(calls[2]).toMatchObject({ content: null, rawInput: null });
	expect(demo.said).toMatch(/answered my unknown request with: “.*not found.*”/);
});

test('/malformed breaks the schema in several ways, with raw lines only on a stream of its own', async () => {
	const raw: string[] = [];
	const demo = await startDemo({ host: { writeRaw: (text) => void raw.push(text) } });
	expect(await demo.prompt('/malformed')).toBe('end_turn');
	expect(raw.join('')).toContain('this line is no JSON at all\n');
	expect(demo.seen.raw).toContainEqual({ sessionId: demo.opened.sessionId });
	expect(demo.seen.raw).toContainEqual([1, 2, 3]);
	expect(demo.said).toContain('You answered a permission request without options with');
	const bare = await startDemo();
	expect(await bare.prompt('/malformed')).toBe('end_turn');
});

test('/stubborn never asks, and tells what the client did with each attempt', async () => {
	const demo = await startDemo({ refuseWrite: () => 'Plan mode holds.', refuseTerminal: 'No commands in plan mode.' });
	await demo.setMode('plan');
	await demo.prompt('/stubborn');
	expect(demo.seen.asked).toEqual([]);
	expect(demo.seen.calls).toEqual(['write', 'create']);
	expect(demo.tools.map((tool) => tool['status'])).toEqual(['failed', 'failed', 'completed']);
	expect(demo.said).toContain('through the client: it did not happen: “Plan mode holds.”');
	expect(await demo.read('acp-tui-demo-stubborn.txt')).toContain('behind your back');
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
	for (const prompt of [
		'hello',
		'/tour',
		'/read',
		'/edit',
		'/run true',
		'/steps',
		'/planmode',
		'/notice',
		'/helpers',
	]) {
		expect(await demo.prompt(prompt)).toBe('end_turn');
	}
	expect(demo.seen.calls).toEqual([]);
	expect(await demo.prompt('/stubborn')).toBe('end_turn');
});
