import { expect, test } from 'vitest';
import { toContentBlock } from '../../../src/agent/translate/translate-content.js';
import { translateUpdate } from '../../../src/agent/translate/translate-update.js';
import { isForAssistantOnly } from '../../../src/core/content.js';

const chunk = (sessionUpdate: string, content: object): ReturnType<typeof translateUpdate> =>
	translateUpdate({ sessionUpdate, content });

test('text for the assistant alone is a block of its own; all other text is text, and so is a thought', () => {
	const forModel = { type: 'text', text: 'x', annotations: { audience: ['assistant'] } };
	expect(chunk('agent_message_chunk', forModel)).toEqual([
		{ type: 'block', role: 'agent', block: { type: 'text', text: 'x', annotations: { audience: ['assistant'] } } },
	]);
	for (const audience of [[], ['user'], ['user', 'assistant'], ['everybody'], 'assistant', null]) {
		expect(chunk('agent_message_chunk', { type: 'text', text: 'x', annotations: { audience } })).toEqual([
			{ type: 'text', role: 'agent', text: 'x' },
		]);
	}
	expect(chunk('agent_thought_chunk', forModel)).toEqual([{ type: 'text', role: 'thought', text: 'x' }]);
});

test('annotations are kept; what of them is malformed is left out, and the block stays', () => {
	const read = (annotations: unknown) =>
		toContentBlock({ type: 'resource_link', uri: 'file:///a', name: 'a', annotations }).annotations;
	const whole = { audience: ['user', 'assistant'], priority: 0.5, lastModified: '2026-03-14T09:26:53Z' };
	expect(read({ ...whole, audience: ['assistant', 'user', 'assistant', 7] })).toEqual(whole);
	expect(read({ audience: Array(100_000).fill('assistant') })).toEqual({ audience: ['assistant'] });
	expect(read({ priority: 7, lastModified: '2026-03-14T\u001b[31m' })).toBeUndefined();
	expect(read({ priority: '1', lastModified: `2026-03-14T${'0'.repeat(1_000_000)}` })).toBeUndefined();
	for (const odd of [null, 'x', 7, [], {}]) expect(read(odd)).toBeUndefined();
});

test('audience decides only where it names the assistant and not the user', () => {
	expect(isForAssistantOnly({ type: 'text', text: '' })).toBe(false);
	expect(isForAssistantOnly({ type: 'text', text: '', annotations: { priority: 0 } })).toBe(false);
	expect(isForAssistantOnly({ type: 'text', text: '', annotations: { audience: ['assistant'] } })).toBe(true);
});

test.each([
	['AAAA', true],
	['AA==', true],
	['AA\r\nAA', true],
	['_-8', true],
	['<svg>', false],
	['AA=A', false],
	['data:image/png;base64,AAAA', false],
])('the data %j is base64: %j', (data, isBase64) => {
	const blocks = [
		toContentBlock({ type: 'audio', mimeType: 'audio/wav', data }),
		toContentBlock({ type: 'resource', resource: { uri: 'x:///a', blob: data } }),
	];
	for (const block of blocks) expect('isBroken' in block).toBe(!isBase64);
});

test('data of 16 MB that is no base64 at its very end is recognized in no time', () => {
	const before = performance.now();
	const data = `${' A'.repeat(8_000_000)}!`;
	expect(toContentBlock({ type: 'audio', mimeType: 'audio/wav', data })).toMatchObject({ isBroken: true });
	expect(performance.now() - before).toBeLessThan(5000);
});
