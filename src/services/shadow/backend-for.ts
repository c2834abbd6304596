import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { succeed } from '../../core/failure.js';
import type { Place } from '../sandbox/linux/mount-place.js';
import { mountsBelow, mountsOf } from '../sandbox/linux/mounts.js';
import { CopyBackend } from './copy/copy-backend.js';
import { CopyBase } from './copy/copy-base.js';
import { OverlayBackend } from './overlay/overlay-backend.js';
import type { LeavesOut } from './overlay/upper-walk.js';
import { LIVE_FILE } from './shadow.js';
import type { ShadowBackend } from './shadow-backend.js';
import { SHADOW } from './shadow-messages.js';
import type { ShadowRecord } from './shadow-record.js';

/**
 * The backend of an existing shadow. `held` is ours to mount; else it is only read: through the view of the process
 * that holds it (`foreign`), or without any. Throws the system's error.
 */
export async function backendFor(
	record: ShadowRecord,
	folder: string,
	access: 'held' | 'foreign' | 'none',
	leavesOut?: LeavesOut,
): Promise<ShadowBackend> {
	const below = mountsBelow(record.cwd, mountsOf('self'));
	const covers = below.map(({ at }): Place => ({ type: 'bind', from: at, at, access: 'read' }));
	const notices = below.length === 0 ? [] : [SHADOW.mounts(below.map(({ at }) => at))];
	if (record.kind === 'copy') {
		const { why = '', files = 0 } = record.copied ?? {};
		const base = await CopyBase.open(folder);
		const copyNotices = [SHADOW.isCopy(why, files), ...notices];
		return new CopyBackend({ folder, real: record.cwd, covers, notices: copyNotices, base });
	}
	const foreignView =
		access === 'held' ? undefined : access === 'foreign' ? await foreignViewOf(folder, record.cwd) : null;
	return new OverlayBackend({ folder, real: record.cwd, covers, notices, foreignView, leavesOut });
}

async function foreignViewOf(folder: string, cwd: string) {
	const text = await readFile(join(folder, LIVE_FILE), 'utf8').catch(() => '');
	// The marker may be half written.
	const pid = /^\{"pid":(\d+)\}$/.exec(text)?.[1];
	return pid === undefined
		? null
		: { root: `/proc/${pid}/root${cwd}`, remount: () => Promise.resolve(succeed(undefined)) };
}
