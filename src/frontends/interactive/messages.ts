// What the interface says of its own doing: the draft, pictures, other programs. Short enough for the status line.

/** The draft of an earlier run is back; `stashed` more of them wait. */
export function draftRestored(stashed: number): string {
	return `Draft restored; esc esc clears it${moreDrafts(stashed)}`;
}

/** Drafts of an earlier run wait; `stashed` of them in all. */
export function draftsRestored(stashed: number): string {
	if (stashed === 0) return 'Drafts restored';
	return stashed === 1
		? 'Your draft is kept · ctrl+s brings it back'
		: `${stashed} drafts are kept · ctrl+s brings one back`;
}

function moreDrafts(stashed: number): string {
	return stashed === 0 ? '' : ` · ${stashed} more kept: ctrl+s on an empty draft brings one back`;
}

/** There was nothing to paste. */
export const NO_CLIPBOARD_PICTURE = 'No picture in the clipboard';

/** Another program shows it. */
export const FILE_OPENED = 'Opened in another window';

/** There is no program, or no screen, to show it. */
export function notOpened(path: string): string {
	return `Nothing here can open it; it is saved as ${path}`;
}

/** Where a file that came within a message went. */
export function fileSaved(path: string, size: string): string {
	return `Saved as ${path} (${size})`;
}

/** Where an export went. */
export function transcriptSaved(path: string): string {
	return `Transcript saved as ${path}`;
}

/** What was copied, by the name that the list of it has. */
export function copied(label: string): string {
	return `Copied ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
}

/** The variable that names the editor holds no command. */
export function unreadableEditor(variable: string, why: string): string {
	return `Cannot read $${variable}: ${why}`;
}

/** Above the output of a sign-in that got the terminal. */
export function signInHead(command: string): string {
	return `\x1b[2mSigning in with ${command} · ctrl+] stops it and returns\x1b[0m`;
}

/** An address was handed to the browser. */
export const ADDRESS_OPENED = 'Opened in your browser';

/** No browser took an address. */
export const ADDRESS_NOT_OPENED = 'No browser could be started; copy the address instead';

/** Above the output of a command that got the terminal. */
export function hasKeyboard(command: string): string {
	return `! ${command} has the keyboard · ctrl+] returns`;
}

/** A program wants the terminal for a session that is not in front. */
export const NOT_IN_FRONT = 'Another session is on the screen';

/** An error that nobody expected. */
export function unexpected(error: unknown): string {
	return `Something went wrong: ${String(error)}`;
}
