// Words of the review of changes.

export const TITLE = 'Changes in the shadow';
export const NONE_WAIT = 'No changes wait in the shadow';
export const BUSY = 'Looking at the changes…';

export const CONFLICT = 'conflict';
export const PROTECTED = 'can run programs';

/** Permission bits, as `chmod` takes them. */
export const modes = (before: number | null, after: number): string =>
	`${before === null ? '' : `${octal(before)} → `}${octal(after)}`;
export const octal = (mode: number): string => mode.toString(8).padStart(3, '0');

export const APPLYING = 'Applying…';
export const DISCARDING = 'Discarding…';
export const CLOSED = 'The review is closed. /changes opens it.';
