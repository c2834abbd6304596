import { fail, type Result } from '../../core/failure.js';
import { errnoOf, messageOf } from '../errno.js';

/** Turns what the file system threw into a failure; `where` is the path as it is shown. */
export function fileFailure(error: unknown, where: string, doing: 'read' | 'write'): Result<never> {
	const done = doing === 'read' ? 'read' : 'written';
	switch (errnoOf(error)) {
		case 'ENOENT':
			return fail('not-found', `${where} does not exist.`, {
				hint: 'Check the path; list the folder to see its names.',
			});
		case 'ENOTDIR':
			return fail('not-a-file', `${where} goes through a file as if it were a folder.`, { hint: 'Check the path.' });
		case 'EISDIR':
		case 'ENOTEMPTY':
			return notAFile(where, 'a folder');
		case 'ENXIO':
		case 'ENODEV':
			return notAFile(where, 'a device, pipe or socket');
		case 'EACCES':
		case 'EPERM':
			return fail('no-permission', `${where} may not be ${done}: permission denied.`, {
				hint: 'Check the permissions of the file and its folder.',
			});
		case 'EROFS':
			return fail('no-permission', `${where} is on a read-only file system.`, { hint: 'Choose another place.' });
		case 'ENOSPC':
		case 'EDQUOT':
		case 'EFBIG':
			return fail('disk-full', `${where} could not be written: there is no room left.`, {
				hint: 'Free some space and try again; the old file is unchanged.',
			});
		case 'ELOOP':
			return fail('outside-workspace', `${where} became a link while it was being opened.`, { hint: 'Try again.' });
		case 'ENAMETOOLONG':
			return fail('invalid', `The path ${where} is too long.`, { hint: 'Choose a shorter name.' });
		default:
			return fail('internal', `${where} could not be ${done} (${errnoOf(error) || 'unknown error'}).`, {
				hint: 'Try again; the log has more.',
				detail: messageOf(error),
			});
	}
}

/** Something else is where a file should be. */
export function notAFile(where: string, what: string): Result<never> {
	return fail('not-a-file', `${where} is ${what}, not a file.`, { hint: 'Give the path of a regular file.' });
}

/** The place behind a path changed between the check and the use. */
export function moved(where: string): Result<never> {
	return fail('outside-workspace', `${where} changed its place while it was being opened.`, {
		hint: 'Try again when nothing moves the folders above it.',
	});
}
