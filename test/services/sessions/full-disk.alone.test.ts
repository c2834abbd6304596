import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createSessionIndex } from '../../../src/services/sessions/index/session-index.js';
import { takeLock } from '../../../src/services/sessions/session-lock.js';
import { idOf, saveSession } from './saved-sessions.js';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('../../../src/services/files/replace-file.js', async (original) => {
	const real = await original<typeof import('../../../src/services/files/replace-file.js')>();
	return {
		...real,
		writeNewFile: (...given: Parameters<typeof real.writeNewFile>) =>
			disk.isFull
				? Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
				: real.writeNewFile(...given),
	};
});

const state = mkdtempSync(join(tmpdir(), 'acp-full-disk-'));

afterEach(() => {
	disk.isFull = false;
	rmSync(state, { recursive: true, force: true });
});

test('On a full disk sessions can be deleted, which makes room, but none that runs.', async () => {
	const [old, running] = [saveSession(state, idOf(1)), saveSession(state, idOf(2))];
	const lock = await takeLock(join(state, 'sessions', `${idOf(2)}.lock`));
	disk.isFull = true;
	const index = createSessionIndex({ folder: join(state, 'sessions'), isPersisted: true });
	const pruned = await index.prune({ before: null, maxBytes: 0 });
	expect(pruned).toMatchObject({ rows: [{ id: idOf(1) }], failed: [] });
	expect(await index.delete(idOf(2))).toMatchObject({ ok: false, failure: { code: 'denied' } });
	expect([existsSync(old), existsSync(running)]).toEqual([false, true]);
	if (lock.ok) await lock.value.release();
});
