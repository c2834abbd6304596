// Messages of the interface for the status line: draft, pictures, other programs.

export const draftRestored = (stashed: number): string => `Draft restored; esc esc clears it${moreDrafts(stashed)}`;

export function draftsRestored(stashed: number): string {
	if (stashed === 0) return 'Drafts restored';
	return stashed === 1
		? 'Your draft is kept · ctrl+s brings it back'
		: `${stashed} drafts are kept · ctrl+s brings one back`;
}

function moreDrafts(stashed: number): string {
	return stashed === 0 ? '' : ` · ${stashed} more kept: ctrl+s on an empty draft brings one back`;
}

export const NO_CLIPBOARD_PICTURE = 'No picture in the clipboard';
export const FILE_OPENED = 'Opened in another window';
export const notOpened = (path: string): string => `Nothing here can open it; it is saved as ${path}`;
export const fileSaved = (path: string, size: string): string => `Saved as ${path} (${size})`;
export const transcriptSaved = (path: string): string => `Transcript saved as ${path}`;
export const copied = (label: string): string => `Copied ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
export const unreadableEditor = (variable: string, why: string): string => `Cannot read $${variable}: ${why}`;
export const signInHead = (command: string): string =>
	`\x1b[2mSigning in with ${command} · ctrl+] stops it and returns\x1b[0m`;
export const ADDRESS_OPENED = 'Opened in your browser';
export const ADDRESS_NOT_OPENED = 'No browser could be started; copy the address instead';
export const hasKeyboard = (command: string): string => `! ${command} has the keyboard · ctrl+] returns`;
export const NOT_IN_FRONT = 'Another session is on the screen';
export const unexpected = (error: unknown): string => `Something went wrong: ${String(error)}`;
export type KeptWords = { readonly kept: (file: string) => string; readonly notKept: (why: string) => string };

const wordsFor = (name: string): KeptWords => ({
	kept: (file) => `${name}, kept in ${file}`,
	notKept: (why) => `${name} for this session. ${why}`,
});
export const themeWords = (name: string): KeptWords => wordsFor(`Theme ${name}`);
export const editorWords = (editor: 'vim' | 'emacs'): KeptWords =>
	wordsFor(editor === 'vim' ? 'Vim’s keys' : 'The usual keys');
