import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readMessages } from '../../../src/agent/wire/read-messages.js';

test('While nothing can be passed on, nothing more is taken from the agent.', async () => {
	const source = new PassThrough();
	const seen: unknown[] = [];
	let allow = (): void => {};
	let isAsked = false;
	const mayRead = (): Promise<void> => {
		isAsked = true;
		return new Promise((resolve) => {
			allow = resolve;
		});
	};
	const done = readMessages(source, {
		onNotification: ({ method }) => seen.push(method),
		onCall: () => {},
		onOversized: () => {},
		onJunk: () => {},
		onPause: () => {},
		mayRead,
	});
	source.write('{"method":"one"}\n');
	await expect.poll(() => isAsked).toBe(true);
	source.end('{"method":"two"}\n');
	await new Promise(setImmediate);
	expect(seen).toEqual(['one']);
	isAsked = false;
	allow();
	await expect.poll(() => isAsked).toBe(true);
	allow();
	await done;
	expect(seen).toEqual(['one', 'two']);
});
