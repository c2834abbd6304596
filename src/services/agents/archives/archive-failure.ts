import type { Result } from '../../../core/failure.js';
import { messageOf, systemError } from '../../errno.js';
import { ThrownFailure } from '../thrown-failure.js';
import { ARCHIVES } from './messages.js';

/** Turns an error thrown while unpacking into a failure: a refusal, the system's error, or an unreadable archive. */
export function archiveFailure(error: unknown): Result<never> {
	if (error instanceof ThrownFailure) return error.result;
	// What the libraries say of an archive has no system call.
	if (!(error instanceof Error && 'syscall' in error)) return ARCHIVES.damaged(messageOf(error));
	const { code, why } = systemError(error);
	const isTold = code === 'disk-full' || code === 'no-permission' || code === 'invalid';
	return ARCHIVES.notWritten(isTold ? code : 'internal', why, messageOf(error));
}
