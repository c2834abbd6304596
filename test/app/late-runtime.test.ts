import { expect, test } from 'vitest';
import { createLateRuntime } from '../../src/app/app.js';
import type { Runtime, RuntimeParts } from '../../src/app/app-options.js';

/** Nothing of them is used by the runtimes here. */
const parts = {} as RuntimeParts;

function recording(): { readonly runtime: Runtime; readonly done: string[] } {
	const done: string[] = [];
	const runtime: Runtime = {
		run: (effect) => void done.push(effect.type),
		signIn: () => void done.push('sign-in'),
		wroteFile: async () => void done.push('wrote'),
		expandCommand: async () => null,
		filesSettled: async () => undefined,
		close: async () => void done.push('close'),
	};
	return { runtime, done };
}

test('a runtime that is given is used at once', async () => {
	const { runtime, done } = recording();
	const late = createLateRuntime(parts, { createRuntime: () => runtime });
	late.use((ready) => ready.run({ type: 'open-session' }));
	expect(done).toEqual(['open-session']);
	await late.close();
	expect(done).toEqual(['open-session', 'close']);
});

test('one that nobody needed is not loaded to be closed', async () => {
	await expect(createLateRuntime(parts, null).close()).resolves.toBeUndefined();
});
