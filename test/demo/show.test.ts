import { expect, test } from 'vitest';
import { startDemo } from './harness.js';

test('/think says as many thoughts as the option wants, then answers', async () => {
	const demo = await startDemo();
	const lengths: number[] = [];
	for (const value of ['low', 'high']) {
		const params = { sessionId: demo.opened.sessionId, configId: 'thoughts', value };
		await demo.connection.agent.request('session/set_config_option', params);
		const before = demo.thought.length;
		await demo.prompt('/think Why?');
		lengths.push(demo.thought.length - before);
	}
	expect(lengths[0]).toBeLessThan(lengths[1] ?? 0);
	expect(demo.thought).toContain('The question is: Why?');
	expect(demo.said).toContain('there is no model behind me');
});

test.each([
	{ prompt: '/long 50', reason: 'end_turn' },
	{ prompt: '/corners', reason: 'end_turn' },
	{ prompt: '/image', reason: 'end_turn' },
	{ prompt: '/refuse', reason: 'refusal' },
	{ prompt: '/max-tokens', reason: 'max_tokens' },
	{ prompt: '/slow 0', reason: 'end_turn' },
	{ prompt: '/ignore-cancel 0', reason: 'end_turn' },
])('$prompt ends with $reason', async ({ prompt, reason }) => {
	const demo = await startDemo();
	expect(await demo.prompt(prompt)).toBe(reason);
	expect(demo.said).not.toBe('');
});

test('/flood sends as many chunks as asked for, not faster than asked for', async () => {
	const demo = await startDemo();
	const start = performance.now();
	await demo.prompt('/flood 100 1000');
	expect(performance.now() - start).toBeGreaterThan(90);
	expect(demo.updates('agent_message_chunk').filter((chunk) => JSON.stringify(chunk).includes('oken'))).toHaveLength(
		100,
	);
});

test.each(['/slow', '/hang', '/flood', '/long 100000'])('%s stops at once when it is cancelled', async (prompt) => {
	const demo = await startDemo({ pace: 5 });
	const turn = demo.prompt(prompt);
	await demo.seen.until((seen) => seen.updates.some((update) => update['sessionUpdate'] === 'session_info_update'));
	await demo.cancel();
	expect(await turn).toBe('cancelled');
	for (const tool of demo.tools) expect(tool['status']).toBe('failed');
	expect(await demo.prompt('/refuse')).toBe('refusal');
});

test('/ignore-cancel goes on after a cancel and ends in its own time', async () => {
	const demo = await startDemo();
	const turn = demo.prompt('/ignore-cancel 0.2');
	await demo.seen.until((seen) => seen.updates.some((update) => update['sessionUpdate'] === 'tool_call'));
	await demo.cancel();
	expect(await turn).toBe('end_turn');
	expect(demo.said).toContain('Did you say something?');
});

test('/helpers nests the steps of two helpers, side by side', async () => {
	const demo = await startDemo({ files: { 'README.md': '# Shop\n', 'src/a.ts': '// TODO: tests\n' } });
	await demo.prompt('/helpers');
	const parents = demo.tools.filter((tool) => tool['name'] === 'Agent').map((tool) => tool['toolCallId']);
	expect(parents).toHaveLength(3);
	for (const tool of demo.tools) {
		expect(tool['status']).toBe(tool['title'] === 'Read helper-notes.md' ? 'failed' : 'completed');
	}
	const inner = demo.tools.filter((tool) => tool['name'] !== 'Agent');
	const owners = inner.map((tool) => (tool['_meta'] as { claudeCode: { parentToolUseId: string } }).claudeCode);
	expect(new Set(owners.map((owner) => owner.parentToolUseId))).toEqual(new Set(parents));
	expect(demo.said).toContain('TODO in 1 line, first in `src/a.ts:1`');
});
