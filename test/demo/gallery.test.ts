import { expect, test } from 'vitest';
import { startDemo } from './harness.js';

const KINDS = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'];

test('the gallery shows a card of every kind in every state, and leaves one without an end', async () => {
	const demo = await startDemo();
	expect(await demo.prompt('/gallery cards')).toBe('end_turn');
	const calls = demo.updates('tool_call');
	expect(new Set(calls.map((call) => call['kind']))).toEqual(new Set(KINDS));
	const news = [...calls, ...demo.updates('tool_call_update')];
	const states = new Set(news.map((update) => update['status']).filter((status) => status !== undefined));
	expect(states).toEqual(new Set(['pending', 'in_progress', 'completed', 'failed']));
	const ended = news.filter((update) => update['status'] === 'completed' || update['status'] === 'failed');
	expect(new Set(ended.map((update) => update['toolCallId'])).size).toBe(calls.length - 1);
});

test('the gallery of output runs nothing: what a command printed comes in _meta', async () => {
	const demo = await startDemo();
	await demo.prompt('/gallery output');
	const metas = demo.updates('tool_call_update').map((update) => JSON.stringify(update['_meta'] ?? {}));
	expect(metas.filter((meta) => meta.includes('"terminal_output"')).length).toBe(
		demo.updates('tool_call').filter((call) => call['kind'] === 'execute').length,
	);
	expect(metas.some((meta) => meta.includes('"signal":"SIGSEGV"'))).toBe(true);
});

test('the whole gallery has every type of content, diffs, notices and a plan', async () => {
	const demo = await startDemo();
	expect(await demo.prompt('/gallery')).toBe('end_turn');
	const blocks = demo.updates('agent_message_chunk').map((chunk) => chunk['content'] as Record<string, unknown>);
	expect(new Set(blocks.map((block) => block['type']))).toEqual(
		new Set(['text', 'image', 'audio', 'resource', 'resource_link']),
	);
	for (const kind of ['plan', 'notice']) expect(demo.updates(kind), kind).not.toHaveLength(0);
	expect(JSON.stringify(demo.updates('tool_call_update'))).toContain('"type":"diff"');
	expect(demo.said).toContain('# Markdown, all of it');
	const bytesOf = (type: string) =>
		Buffer.from(String(blocks.find((block) => block['type'] === type)?.['data']), 'base64').toString('latin1');
	expect(bytesOf('image')).toMatch(/^.PNG/);
	expect(bytesOf('audio')).toMatch(/^RIFF....WAVE/s);
});

test('a section that the gallery does not have is answered with those that it has', async () => {
	const demo = await startDemo();
	await demo.prompt('/gallery basement');
	expect(demo.said).toContain('`diffs`');
	expect(demo.updates('tool_call')).toHaveLength(0);
});
