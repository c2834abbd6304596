import { describe, expect, test } from 'vitest';
import type { HookEnd } from '../../../src/core/hooks/hook.js';
import { readHookEnd } from '../../../src/core/hooks/read-hook-end.js';

const exited = (code: number, stdout = '', stderr = ''): HookEnd => ({
	type: 'exited',
	code,
	signal: null,
	stdout,
	stderr,
});
const answer = (value: unknown): HookEnd => exited(0, JSON.stringify(value));

describe('the end of a hook', () => {
	test.each<[string, HookEnd, object]>([
		['code 0', exited(0), { result: 'done' }],
		['words without JSON are for the user', exited(0, 'fine\n'), { result: 'done', output: 'fine' }],
		['code 2 denies', exited(2, '', 'no secrets\n'), { result: 'denied', words: 'no secrets' }],
		['code 2 without a reason', exited(2), { result: 'denied', words: 'it gave no reason' }],
		['code 2 whatever its JSON', exited(2, '{"decision":"allow"}', 'no'), { result: 'denied', words: 'no' }],
		['another code', exited(1, '', 'oh'), { result: 'failed', words: 'it exited with code 1', output: 'oh' }],
		['not found', exited(127), { result: 'failed', words: 'it exited with code 127' }],
		['deny', answer({ decision: 'deny', reason: 'why' }), { result: 'denied', words: 'why' }],
		['ask', answer({ decision: 'ask', reason: 'why' }), { result: 'asked', words: 'why' }],
		['context', answer({ context: 'words' }), { result: 'done', context: 'words' }],
		['a reason that is none', answer({ decision: 'deny', reason: 7 }), { words: 'it gave no reason' }],
		['allow', answer({ decision: 'allow' }), { result: 'failed', words: expect.stringContaining('“allow”') }],
		['a decision that is a list', answer({ decision: ['deny'] }), { result: 'failed' }],
		['an empty object', answer({}), { result: 'done' }],
		['half a JSON', exited(0, '{"decision":"de'), { result: 'failed', words: 'its answer is not valid JSON' }],
		['two answers', exited(0, '{}\n{"decision":"deny"}'), { result: 'failed' }],
		['a late one', { type: 'late' }, { result: 'failed', words: 'it took longer than 5 s and was ended' }],
		['a flood', { type: 'flooded' }, { result: 'failed', words: 'it wrote too much and was ended' }],
		['killed', { ...exited(1), signal: 'SIGKILL' } as HookEnd, { result: 'failed', words: 'it was ended by SIGKILL' }],
	])('%s', (_, end, expected) => {
		expect(readHookEnd({ timeout: 5 }, end)).toMatchObject(expected);
	});

	test('words are harmless and bounded', () => {
		const evil = '\u001b[31mred\u001b]0;title\u0007\nsecond\u202e';
		const { words = '' } = readHookEnd({ timeout: 5 }, exited(2, '', evil + 'x'.repeat(100_000)));
		expect(words.length).toBeLessThan(400);
		const { context = '' } = readHookEnd({ timeout: 5 }, answer({ context: evil + 'y'.repeat(100_000) }));
		expect(context.length).toBeLessThan(17_000);
		const { output = '' } = readHookEnd({ timeout: 5 }, exited(0, evil));
		for (const text of [words, context, output]) expect(text).not.toMatch(/[\u001b\u0007\u202e]/);
	});
});
