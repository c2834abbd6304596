import { defined } from '../../core/defined.js';
import { type FailureCode, fail, messageOf, type Result } from '../../core/failure.js';
import { errnoOf, systemError } from '../errno.js';

const HINTS: Readonly<Partial<Record<FailureCode, string>>> = {
	'not-found': 'Check the path; list the folder to see its names.',
	'not-a-file': 'Give the path of a regular file.',
	'no-permission': 'Check the permissions of the file and its folder.',
	'disk-full': 'Free some space and try again; the old file is unchanged.',
	invalid: 'Choose a shorter name.',
	internal: 'Try again; the log has more.',
};

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

export const FILES = {
	becameLink: (where: string) =>
		fail('outside-workspace', `${where} became a link while it was being opened.`, { hint: 'Try again.' }),
	notAFile: (where: string, what: string) =>
		fail('not-a-file', `${where} is ${what}, not a file.`, { hint: 'Give the path of a regular file.' }),
	moved: (where: string) =>
		fail('outside-workspace', `${where} changed its place while it was being opened.`, {
			hint: 'Try again when nothing moves the folders above it.',
		}),
	oddLine: (path: string) =>
		fail('invalid', `The line or limit for ${path} is not a whole number.`, { hint: 'Lines count from 1.' }),
	brokenText: (path: string) =>
		fail('invalid', `The text for ${path} has half characters that UTF-8 cannot hold.`, {
			hint: 'Send the text again, whole.',
		}),
	outside: (path: string, workspace: string) =>
		fail('outside-workspace', `${path} is outside the workspace.`, { hint: `Use paths inside ${workspace}.` }),
	lineTooFar: (where: string, line: number) =>
		fail('too-large', `${where} is too large: line ${line} does not begin within the first gigabyte.`, {
			hint: 'Use a command that knows how to look into large files.',
		}),
	tooLargeToRead: (where: string, why: string, most: number) =>
		fail('too-large', `${where} is too large to be read at once: ${why}, the most is ${most}.`, {
			hint: 'Read a part of it with line and limit.',
		}),
	oddPath: (path: string, complaint: string) =>
		fail('invalid', `The path ${path} ${complaint}.`, { hint: 'Give the full path of one file.' }),
	pathHidden: (path: string) =>
		fail('no-permission', `The path ${path} cannot be looked at: permission denied.`, {
			hint: 'Check the permissions of the folders above it.',
		}),
	pathUnresolved: (path: string, why: string) =>
		fail('invalid', `The path ${path} cannot be resolved (${why}).`, { hint: 'Give the full path of one file.' }),
	inProc: (path: string) =>
		fail('outside-workspace', `${path} leads into /proc, which is never opened.`, {
			hint: 'Give the path of a file inside the workspace.',
		}),
	danglingLink: (path: string) =>
		fail('invalid', `The path ${path} follows a link to nowhere.`, { hint: 'Remove the dangling link.' }),
	linkLoop: (path: string) =>
		fail('invalid', `The path ${path} goes through a loop of links.`, { hint: 'Remove the looping link.' }),
	notText: (where: string, what: string) =>
		fail('not-text', `${where} is ${what}; only UTF-8 text can be read or replaced here.`, {
			hint: 'Use a command that knows its format.',
		}),
};
