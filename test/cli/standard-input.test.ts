import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standardInput } from '../../src/cli/command-line-messages.js';
import { UsageError } from '../../src/cli/errors.js';
import { readStandardInput } from '../../src/cli/standard-input.js';

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
	vi.useRealTimers();
});

function start(isOptional: boolean) {
	const input = new PassThrough();
	const said: string[] = [];
	const stop = new AbortController();
	const text = readStandardInput(input as unknown as NodeJS.ReadStream, stop.signal, {
		isOptional,
		patience: 3000,
		say: (words) => said.push(words),
	});
	return { input, said, stop, text };
}

test('an input beside a prompt that nothing comes from is left out, and that is said', async () => {
	const { said, text } = start(true);
	vi.advanceTimersByTime(3000);
	expect(await text).toBe('');
	expect(said).toEqual([standardInput.leftOut(3)]);
});

test('an input that is the prompt is waited for, and that is said', async () => {
	const { input, said, text } = start(false);
	vi.advanceTimersByTime(60_000);
	expect(said).toEqual([standardInput.waiting]);
	input.end('hello');
	expect(await text).toBe('hello');
});

test('what has begun to come is read to its end', async () => {
	const { input, said, text } = start(true);
	input.write('a');
	await vi.waitFor(() => expect(input.readableLength).toBe(0));
	vi.advanceTimersByTime(60_000);
	expect(said).toEqual([standardInput.waitingForEnd]);
	input.end('b');
	expect(await text).toBe('ab');
});

test('what is larger than a prompt can be is refused', async () => {
	const { input, text } = start(false);
	input.end(Buffer.alloc(17 * 1024 * 1024));
	await expect(text).rejects.toThrow(UsageError);
});
