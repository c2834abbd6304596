import { fail, type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { type ProcessLock, takeProcessLock } from '../state/process-lock.js';
import { SESSION_LOG } from './sessions-messages.js';

export type SessionLock = Pick<ProcessLock, 'leave' | 'release'>;

export async function takeLock(file: string): Promise<Result<SessionLock>> {
	try {
		const taken = await takeProcessLock(file);
		if ('lock' in taken) return succeed(taken.lock);
		return fail('in-use', SESSION_LOG.inUse(taken.holder), {
			hint: 'Close it there, or fork it here to go on from the same point.',
		});
	} catch (error) {
		const { code, why } = systemError(error);
		return fail(code, `The session could not be locked: ${why}.`);
	}
}
