import { existsSync, statSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('what cannot be made is no longer watched, and the error is the system’s', async () => {
	vi.stubEnv('TMPDIR', `${temporaryFolder()}/missing`);
	onTestFinished(() => void vi.unstubAllEnvs());
	const watched = new Set<string>();
	const guard = {
		addFolder: (path: string) => watched.add(path),
		removeFolder: (path: string) => watched.delete(path),
	};
	await expect(createTemporaryFolder(guard).path()).rejects.toThrow('ENOENT');
	expect([...watched]).toEqual([]);
});
