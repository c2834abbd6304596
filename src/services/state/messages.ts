import { fail } from '../../core/failure.js';

export const STATE = {
	locked: (lock: string) =>
		fail('timed-out', `${lock} is held by another acp-tui.`, { hint: 'If none is running, delete that file.' }),
	rulesDoubted: (file: string, doubt: string) => fail('no-permission', `No rule is remembered in ${file}: ${doubt}.`),
	rulesOfLaterVersion: (file: string) =>
		fail('invalid', `${file} was written by a later version of acp-tui; it is left as it is.`),
};
