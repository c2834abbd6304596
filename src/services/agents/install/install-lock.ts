import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../../core/failure.js';
import { systemError } from '../../errno.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import { type ProcessLock, takeProcessLock } from '../../state/process-lock.js';
import { installLockFile } from './install-layout.js';
import { INSTALL } from './install-messages.js';

export type InstallLockOptions = {
	readonly signal: AbortSignal;
	readonly onWait?: () => void;
	readonly patience?: number;
};

const TOUCH_EVERY = 5000;
const LOOK_AGAIN_AFTER = 50;
const PATIENCE = 600_000;

/**
 * Waits until no other process changes the same agent; the lock of a dead process is taken over. Fails with
 * `cancelled`, or with `timed-out` after ten minutes. Throws the system's error where the file cannot be made.
 */
export async function takeInstallLock(
	file: string,
	{ signal, onWait, patience }: InstallLockOptions,
): Promise<Result<ProcessLock>> {
	await makePrivateFolder(dirname(file));
	const until = performance.now() + (patience ?? PATIENCE);
	for (let isReported = false; ; isReported = true) {
		const taken = await takeProcessLock(file, TOUCH_EVERY);
		if ('lock' in taken) return succeed(taken.lock);
		if (signal.aborted) return INSTALL.stopped();
		if (!isReported) onWait?.();
		if (performance.now() >= until) return INSTALL.busy(file);
		await wait(LOOK_AGAIN_AFTER);
	}
}

/** Does work on an agent's files while no other program does; `work` gets the lock. */
export async function whileLocked<T>(
	id: string,
	options: InstallLockOptions & { readonly dataDir: string },
	work: (lock: ProcessLock) => Promise<Result<T>>,
): Promise<Result<T>> {
	const file = installLockFile(options.dataDir, id);
	try {
		const lock = await takeInstallLock(file, options);
		if (!lock.ok) return lock;
		try {
			return await work(lock.value);
		} finally {
			await lock.value.release();
		}
	} catch (error) {
		const { code, why } = systemError(error);
		return INSTALL.failed(id, code, why);
	}
}
