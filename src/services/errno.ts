import { type FailureCode, messageOf } from '../core/failure.js';

type SystemError = { readonly code: FailureCode; readonly why: string };

const NOT_ALLOWED: SystemError = { code: 'no-permission', why: 'permission denied' };
const FULL: SystemError = { code: 'disk-full', why: 'there is no room left on the disk' };
const FOLDER: SystemError = { code: 'not-a-file', why: 'it is a folder' };
const DEVICE: SystemError = { code: 'not-a-file', why: 'it is a device, pipe or socket' };

const SYSTEM_ERRORS: ReadonlyMap<string, SystemError> = new Map([
	['ENOENT', { code: 'not-found', why: 'it does not exist' }],
	['ENOTDIR', { code: 'not-a-file', why: 'it goes through a file as if it were a folder' }],
	['EISDIR', FOLDER],
	['ENOTEMPTY', FOLDER],
	['ENXIO', DEVICE],
	['ENODEV', DEVICE],
	['EACCES', NOT_ALLOWED],
	['EPERM', NOT_ALLOWED],
	['EROFS', { code: 'no-permission', why: 'the file system is read-only' }],
	['ENOSPC', FULL],
	['EDQUOT', FULL],
	['EFBIG', FULL],
	['ENAMETOOLONG', { code: 'invalid', why: 'its name is too long' }],
]);

export function errnoOf(error: unknown): string {
	return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
		? error.code
		: '';
}

export function isMissing(error: unknown): boolean {
	return errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR';
}

/** Catches what a missing file or folder throws, and nothing else. */
export function whenMissing<T>(value: T): (error: unknown) => T {
	return (error) => {
		if (isMissing(error)) return value;
		throw error;
	};
}

/** The reason in words; for an unknown code Node's own message without its call and path. */
export function systemError(error: unknown): SystemError {
	const known = SYSTEM_ERRORS.get(errnoOf(error));
	if (known !== undefined) return known;
	const own = /^E[A-Z0-9]+: ([^,]+), [a-z]+(?: |$)/.exec(messageOf(error))?.[1];
	return { code: 'internal', why: own ?? messageOf(error) };
}
