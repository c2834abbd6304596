import { fail } from '../../core/failure.js';

export const DESKTOP = {
	tooLongToCopy: () =>
		fail('too-large', 'The text is too long for the terminal to copy it.', {
			hint: 'Copy a part of it, or install wl-copy, xclip or xsel.',
		}),
	noClipboard: () =>
		fail('could-not-start', 'The clipboard cannot be read from here.', {
			hint: 'Paste with the key of your terminal, or install wl-paste, xclip or xsel.',
		}),
	noClipboardText: () => fail('not-found', 'The clipboard holds no text.'),
	clipboardTooLarge: () => fail('too-large', 'What the clipboard holds is too large for a draft.'),
	noPlayer: () =>
		fail('could-not-start', 'No program that plays sounds was found.', {
			hint: 'Install paplay, pw-play, aplay or ffplay, or name a program in ui.sound.',
		}),
	soundFailed: (program: string, why: string) =>
		fail('could-not-start', `${program} played no sound: ${why}.`, { hint: 'ui.sound names it.' }),
	notEdited: (why: string) =>
		fail('internal', `The text could not be edited: ${why}.`, { hint: 'The draft is unchanged.' }),
	noEditor: (name: string) =>
		fail('could-not-start', `The editor ${JSON.stringify(name)} was not found outside of the workspace.`, {
			hint: 'Set VISUAL or EDITOR to an editor that is installed, or to an absolute path.',
		}),
	editedTooLarge: () =>
		fail('too-large', 'The edited text is too large for a prompt.', { hint: 'Name the file instead.' }),
};
