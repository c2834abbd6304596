import { fail, messageOf, type Result } from '../../../core/failure.js';
import { quoted, sanitizeLine } from '../../../core/text/sanitize.js';
import { systemError } from '../../errno.js';
import { ThrownFailure } from '../thrown-failure.js';

// Messages about archives that are not unpacked. Names come from the archive, so they are sanitised.

const REPORT = 'Nothing was installed. Report it to the publisher of the agent.';
const DOWNLOAD_AGAIN = 'Nothing was installed. Try again; if it stays, report it to the publisher of the agent.';

/** An archive that is refused for what it holds; `because` follows a colon. */
export function refused(because: string) {
	return fail('invalid', `The archive was refused: ${because}.`, { hint: REPORT });
}

export const ARCHIVES = {
	unsupportedKind: (name: string) =>
		fail('invalid', `${quoted(name)} is not a kind of archive that can be installed.`, {
			hint: 'Only .zip, .tar.gz, .tgz, .tar.bz2, .tbz2 and plain executables are; install this agent by hand.',
		}),
	badName: (name: string, why: string) => refused(`the name ${quoted(name)} ${why}`),

	collides: (name: string, other: string) =>
		refused(`the names ${quoted(name)} and ${quoted(other)} are the same on many file systems`),
	belowFile: (name: string, other: string) =>
		refused(`${quoted(name)} is below ${quoted(other)}, which is not a folder`),
	linkOut: (name: string) => refused(`the link ${quoted(name)} leads out of the folder`),

	linkAbsolute: (name: string) => refused(`the link ${quoted(name)} has an absolute target`),
	linkToNoFile: (name: string) => refused(`the hard link ${quoted(name)} leads to no file that came before it`),
	specialFile: (name: string) => refused(`${quoted(name)} is a device, pipe or socket`),

	method: (name: string, method: number) => refused(`${quoted(name)} is compressed by the unknown method ${method}`),
	differs: (name: string) => refused(`it says different things about ${quoted(name)} in two places`),

	tooLarge: (most: number) =>
		fail('too-large', `The archive was refused: unpacked it is larger than ${most / 1e9} GB.`, { hint: REPORT }),
	tooMany: (most: number) =>
		fail('too-large', `The archive was refused: it has more than ${most.toLocaleString('en-US')} files.`, {
			hint: REPORT,
		}),
	damaged: (why: string) =>
		fail('invalid', 'The archive is damaged or incomplete.', { hint: DOWNLOAD_AGAIN, detail: sanitizeLine(why) }),
	webPage: () =>
		fail('invalid', 'The download is a web page, not a program.', {
			hint: 'A proxy or a sign-in page of your network may have answered; check the connection and try again.',
		}),
	notEmpty: (folder: string) =>
		fail('invalid', `${folder} is not an empty folder, so nothing was unpacked there.`, {
			hint: 'Remove the folder and try again.',
		}),
	notWritten: (code: 'disk-full' | 'no-permission' | 'invalid' | 'internal', why: string, detail: string) =>
		fail(code, `The archive could not be unpacked: ${why}.`, {
			hint: code === 'disk-full' ? 'Free some space and try again.' : 'Check the folder and try again.',
			detail,
		}),
	cancelled: () => fail('cancelled', 'Unpacking was cancelled; nothing was installed.'),
	stalled: (seconds: number) =>
		fail('timed-out', `Unpacking made no progress for ${seconds} seconds and was stopped.`, { hint: REPORT }),
	threadEnded: (why: string) =>
		fail('internal', 'The archive could not be unpacked: the thread that unpacks it ended.', {
			hint: REPORT,
			detail: why,
		}),
	badCommand: (command: string) =>
		fail('invalid', `The agent's command ${quoted(command)} is not a path inside its archive.`, { hint: REPORT }),
	commandMissing: (command: string) =>
		fail('not-found', `The agent's command ${quoted(command)} is not in its archive.`, { hint: REPORT }),
	commandAmbiguous: (command: string, found: readonly string[]) =>
		fail(
			'invalid',
			`The agent's command ${quoted(command)} is in its archive more than once: ${found.map(quoted).join(', ')}.`,
			{ hint: REPORT },
		),
};

/** Turns an error thrown while unpacking into a failure: a refusal, the system's error, or an unreadable archive. */
export function archiveFailure(error: unknown): Result<never> {
	if (error instanceof ThrownFailure) return error.result;
	// Errors of the libraries about an archive have no system call.
	if (!(error instanceof Error && 'syscall' in error)) return ARCHIVES.damaged(messageOf(error));
	const { code, why } = systemError(error);
	const isKnown = code === 'disk-full' || code === 'no-permission' || code === 'invalid';
	return ARCHIVES.notWritten(isKnown ? code : 'internal', why, messageOf(error));
}
