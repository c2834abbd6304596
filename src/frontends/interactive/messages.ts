// What the interface says of its own doing: the draft, pictures, other programs. Short enough for the status line.

/** The draft of an earlier run is back; `stashed` more of them wait. */
export function draftRestored(stashed: number): string {
	return `Draft restored; esc esc clears it${moreDrafts(stashed)}`;
}

/** Drafts of an earlier run wait; `stashed` of them in all. */
export function draftsRestored(stashed: number): string {
	return `Drafts restored${moreDrafts(stashed)}`;
}

function moreDrafts(stashed: number): string {
	return stashed === 0 ? '' : ` · ctrl+s on an empty draft brings ${stashed === 1 ? 'one' : stashed} more`;
}

/** There was nothing to paste. */
export const NO_CLIPBOARD_PICTURE = 'No picture in the clipboard';
