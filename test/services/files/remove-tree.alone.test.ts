import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { removeTree } from '../../../src/services/files/remove-tree.js';

/** Folders that `rm` is not let into, as on a system whose user is not root. */
const closed = vi.hoisted(() => new Set<string>());

vi.mock(import('node:fs/promises'), async (load) => {
	const original = await load();
	const rm: typeof original.rm = async (path, options) => {
		for (const folder of closed) {
			if ((statSync(folder).mode & 0o700) !== 0o700) throw Object.assign(new Error('refused'), { code: 'EACCES' });
		}
		await original.rm(path, options);
	};
	return { ...original, rm };
});

const { platform } = process;
afterEach(() => {
	Object.defineProperty(process, 'platform', { value: platform });
	closed.clear();
});

test('Without /proc unreadable folders are opened up before they are removed, and nothing behind a link is.', async () => {
	Object.defineProperty(process, 'platform', { value: 'darwin' });
	const base = mkdtempSync(join(tmpdir(), 'remove-tree-'));
	const [top, elsewhere] = [join(base, 'top'), join(base, 'elsewhere')];
	mkdirSync(elsewhere, { mode: 0o500 });
	for (const folder of [top, join(top, 'a'), join(top, 'a', 'b')]) mkdirSync(folder);
	writeFileSync(join(top, 'a', 'b', 'file'), '');
	symlinkSync(elsewhere, join(top, 'link'));
	for (const folder of [join(top, 'a', 'b'), join(top, 'a')]) {
		closed.add(folder);
		chmodSync(folder, 0);
	}
	await removeTree(top);
	expect(existsSync(top)).toBe(false);
	expect(statSync(elsewhere).mode & 0o777).toBe(0o500);
	rmSync(base, { recursive: true });
});
