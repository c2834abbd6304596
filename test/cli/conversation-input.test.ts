import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readConversation } from '../../src/cli/conversation-input.js';

test.each([
	['{"type":"prompt","text":"hi"}', { command: { type: 'prompt', text: 'hi' } }],
	['{"type":', { problem: 'The line is not JSON.' }],
	['{"type":"prompt"}', { problem: expect.stringMatching(/^The prompt cannot be read: text: /) }],
	[
		'{"type":"user","message":{"role":"user","content":"hi"}}',
		{
			problem:
				'The type of a line must be prompt, answer, cancel or end. A prompt is {"type":"prompt","text":"WORDS"}.',
		},
	],
])('the line %s is read, or its problem says what to write', async (line, read) => {
	const input = new PassThrough();
	input.end(`\n${line}\n`);
	const lines: unknown[] = [];
	for await (const each of readConversation(input as never, new AbortController().signal, async () => {}))
		lines.push(each);
	expect(lines).toEqual([{ line: 2, ...read }]);
});
