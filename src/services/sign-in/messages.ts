import { fail } from '../../core/failure.js';

export const SIGN_IN_PROGRAM = {
	missing: (command: string) =>
		fail('could-not-start', `The sign-in could not be started: ${command} was not found.`, {
			hint: 'Install it, or sign in another way.',
		}),
	notExecutable: (command: string) =>
		fail('could-not-start', `The sign-in could not be started: no permission to run ${command}.`),
	notShown: () =>
		fail(
			'could-not-start',
			'The sign-in was not started: its command is too long, or holds characters that cannot be shown.',
			{ hint: 'Choose another way to sign in.' },
		),
	inRepository: (file: string) =>
		fail('could-not-start', `The sign-in was not started: ${file} is inside the workspace.`),
	failed: (line: string, why: string) => fail('could-not-start', `Could not start "${line}": ${why}.`),
};
