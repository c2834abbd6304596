import { existsSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../src/services/state/temporary-folder.js';
import { temporaryFolder } from '../temporary-folder.js';

test('the watchdog knows a temporary folder before it is there, and until it is gone', async () => {
	const calls: string[] = [];
	const guard = {
		addFolder: (path: string) => calls.push(`+ ${existsSync(path)}`),
		removeFolder: (path: string) => calls.push(`- ${existsSync(path)}`),
	};
	const temporary = createTemporaryFolder(guard, temporaryFolder());
	const path = await temporary.path();
	expect(path).toMatch(/\/acp-tui-.{6}$/);
	expect(statSync(path).mode & 0o777).toBe(0o700);
	expect(await temporary.path()).toBe(path);
	await temporary.remove();
	expect(calls).toEqual(['+ false', '- false']);
});
