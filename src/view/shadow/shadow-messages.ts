import { counted } from '../../core/text/counted.js';

// What the review of changes says.

export const TITLE = 'Changes in the shadow';
export const BUSY = 'Looking at the changes…';

export const CONFLICT = 'conflict';
export const PROTECTED = 'can run programs';

/** Permission bits, as `chmod` takes them. */
export const modes = (before: number | null, after: number): string =>
	`${before === null ? '' : `${octal(before)} → `}${octal(after)}`;
/** Of a new folder around what is new: everybody may write there. */
export const folderMode = (mode: number): string => `folder ${octal(mode)}`;
export const openFolderWords = (path: string, mode: number): string =>
	`in the new folder ${path}, which everybody may write (${octal(mode)})`;
const octal = (mode: number): string => mode.toString(8).padStart(3, '0');

/** A key that has to be pressed twice, and what it then does. */
export const AGAIN = {
	conflict: (path: string): string =>
		`Press a again to apply ${path} over what is in the workspace, which is kept beside it`,
	protected: (path: string): string => `Press a again to apply ${path}: it can make programs run`,
} as const;
/** The same for all that is left and can run programs. */
export const allAgain = (count: number): string =>
	`${counted(count, 'change')} can make programs run: press A again to apply ${count === 1 ? 'it' : 'them'}`;

export const APPLYING = 'Applying…';
export const DISCARDING = 'Discarding…';
/** Rest that «apply all» did not apply: those that it applies when it is wanted again, and those that it never does. */
export const notInAll = (runs: number, others: number): string =>
	runs === 0
		? `${counted(others, 'change')} left: what conflicts, and a git folder, is applied one by one`
		: `${counted(runs, 'change')} left that can run programs: A again for ${runs === 1 ? 'it' : 'them'}`;

/** Where there is no screen. */
export const SPOKEN = {
	how: 'Type a number and enter to read a change, all to apply all, or enter alone to close. What is not applied stays.',
	allAgain: (count: number): string =>
		`${counted(count, 'change')} can make programs run: type all again to apply ${count === 1 ? 'it' : 'them'}`,
	closed: 'The review is closed. /changes opens it.',
} as const;
