import { defined } from '../../core/defined.js';
import { type FailureCode, fail, type Result } from '../../core/failure.js';
import { errnoOf, messageOf, systemError } from '../errno.js';
import { FILES } from './messages.js';

const HINTS: Readonly<Partial<Record<FailureCode, string>>> = {
	'not-found': 'Check the path; list the folder to see its names.',
	'not-a-file': 'Give the path of a regular file.',
	'no-permission': 'Check the permissions of the file and its folder.',
	'disk-full': 'Free some space and try again; the old file is unchanged.',
	invalid: 'Choose a shorter name.',
	internal: 'Try again; the log has more.',
};

/** Turns a file system error into a failure; `where` is the shown path. */
export function fileFailure(error: unknown, where: string, doing: 'read' | 'write'): Result<never> {
	if (errnoOf(error) === 'ELOOP') return FILES.becameLink(where);
	const { code, why } = systemError(error);
	const done = doing === 'read' ? 'read' : 'written';
	const message = code === 'not-found' ? `${where} does not exist.` : `${where} cannot be ${done}: ${why}.`;
	return fail(
		code,
		message,
		defined({ hint: HINTS[code], detail: code === 'internal' ? messageOf(error) : undefined }),
	);
}

export function notAFile(where: string, what: string): Result<never> {
	return FILES.notAFile(where, what);
}

/** The target of a path changed between check and use. */
export function moved(where: string): Result<never> {
	return FILES.moved(where);
}
