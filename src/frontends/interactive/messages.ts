// Messages of the interface for the status line: draft, pictures, other programs.

export function draftRestored(stashed: number): string {
	return `Draft restored; esc esc clears it${moreDrafts(stashed)}`;
}

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

export function notOpened(path: string): string {
	return `Nothing here can open it; it is saved as ${path}`;
}

export function fileSaved(path: string, size: string): string {
	return `Saved as ${path} (${size})`;
}

export function transcriptSaved(path: string): string {
	return `Transcript saved as ${path}`;
}

export function copied(label: string): string {
	return `Copied ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
}

export function unreadableEditor(variable: string, why: string): string {
	return `Cannot read $${variable}: ${why}`;
}

export function signInHead(command: string): string {
	return `\x1b[2mSigning in with ${command} · ctrl+] stops it and returns\x1b[0m`;
}

export const ADDRESS_OPENED = 'Opened in your browser';

export const ADDRESS_NOT_OPENED = 'No browser could be started; copy the address instead';

export function hasKeyboard(command: string): string {
	return `! ${command} has the keyboard · ctrl+] returns`;
}

export const NOT_IN_FRONT = 'Another session is on the screen';

export function unexpected(error: unknown): string {
	return `Something went wrong: ${String(error)}`;
}
