import { expect, test } from 'vitest';
import { createLazyRuntime } from '../../src/app/app.js';
import type { RuntimeParts } from '../../src/app/app-options.js';

/** Nothing of them is used by the runtimes here. */
const parts = {} as RuntimeParts;

test('one that nobody needed is not loaded to be closed', async () => {
	await expect(createLazyRuntime(parts, null).close()).resolves.toBeUndefined();
});
