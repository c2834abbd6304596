import { DRAFT_RESTORED } from '../../view/actions/actions-messages.js';

// Messages of the interface for the status line: draft, pictures, other programs.

export const draftRestored = (stashed: number): string => `${DRAFT_RESTORED}${moreDrafts(stashed)}`;

export function draftsRestored(stashed: number): string {
	if (stashed === 0) return 'Unsent prompts restored';
	return stashed === 1
		? 'Your unsent prompt is kept · ctrl+s brings it back'
		: `${stashed} unsent prompts are kept · ctrl+s brings one back`;
}

function moreDrafts(stashed: number): string {
	return stashed === 0 ? '' : ` · ${stashed} more kept: ctrl+s on an empty draft brings one back`;
}

export const NO_CLIPBOARD_PICTURE = 'No picture in the clipboard';
export const transcriptSaved = (path: string): string => `Transcript saved as ${path}`;
export const copied = (label: string): string => `Copied ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
export const unreadableEditor = (variable: string, why: string): string => `Cannot read $${variable}: ${why}`;
export const hasKeyboard = (command: string): string => `! ${command} has the keyboard · ctrl+] returns`;
export type SaveWords = { readonly saved: (file: string) => string; readonly notSaved: (why: string) => string };

const wordsFor = (name: string): SaveWords => ({
	saved: (file) => `${name}, kept in ${file}`,
	notSaved: (why) => `${name} for this session. ${why}`,
});
export const themeWords = (name: string): SaveWords => wordsFor(`Theme ${name}`);
export const editorWords = (editor: 'vim' | 'emacs'): SaveWords =>
	wordsFor(editor === 'vim' ? 'Vim’s keys' : 'The usual keys');
