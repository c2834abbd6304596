import { fail } from '../../core/failure.js';

export const CREDENTIALS = {
	doubted: (file: string, doubt: string) =>
		fail('no-permission', `The keys in ${file} are not used: ${doubt}.`, {
			hint: 'Make the file and its folder your own, for you alone to write, or remove the file and sign in again.',
		}),
	unreadable: (file: string, why: string) =>
		fail('no-permission', `The keys in ${file} cannot be read: ${why}.`, {
			hint: 'Correct that, or remove the file and sign in again.',
		}),
	damaged: (file: string) =>
		fail('invalid', `The keys in ${file} cannot be read: it is not JSON of the expected form.`, {
			hint: 'Correct it, or remove the file and sign in again.',
		}),
	ofLaterVersion: (file: string) =>
		fail('invalid', `${file} was written by a later version of acp-tui; its keys are not used.`),
	notKept: (file: string, why: string) => fail('disk-full', `The key could not be kept in ${file}: ${why}.`),
	oddVariable: (name: string) =>
		fail('invalid', `${JSON.stringify(name)} cannot be set: names hold letters, digits and _, values no NUL.`),
};
