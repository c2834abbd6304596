import { counted } from '../../core/text/counted.js';

/* What is said of going back to an earlier prompt, and of forks. */

export const REWIND_TITLE = 'Go back to a prompt';
export const NO_PROMPTS = 'There is no prompt to go back to';
export const REWIND_AGAIN = 'esc again goes back to an earlier prompt';
export const STOP_FIRST = 'The agent works: stop it first (esc)';
export const NOTHING_TO_BRANCH = 'Nothing was said yet, so there is nothing to go on from';

export const rewindTo = (words: string): string => `Go back to “${words}”`;
export const turnsBack = (turns: number): string => counted(turns, 'turn');
export const filesBack = (files: number, added: number, removed: number): string =>
	`${counted(files, 'file')} +${added} −${removed}`;

export const ROWS = {
	both: 'conversation and files',
	conversation: 'conversation',
	files: 'files',
} as const;
export const ROW_WORDS = {
	both: 'a new session from before it, the files of then',
	conversation: 'a new session from before it, the files of now',
	files: 'this session goes on, with the files of then',
} as const;

/** What it would do, above the rows. */
export const STAYS = 'The session so far stays as it is; your prompt comes back into the draft.';
export const takesBack = (turns: number): string => `Takes back ${counted(turns, 'turn')}.`;
export const NO_FILES = 'No file was changed since.';
export const LOOKING = 'Looking at the files …';
export const INCOMPLETE = 'Files cannot be taken back: the changes of some of these turns are not known any more.';
export const notThere = (why: string): string => `Files cannot be taken back: ${why}`;
export const fileLine = (path: string, added: number | null, removed: number | null): string =>
	added === null || removed === null ? `${path} (changed)` : `${path} +${added} −${removed}`;
export const fileStays = (path: string, why: string): string => `${path} stays: ${why}`;
export const CHANGED_SINCE = 'somebody changed it since';
export const moreFiles = (count: number): string => `… and ${counted(count, 'more file')}`;
export const REWIND_KEYS = 'enter or a digit chooses, esc back';
export const BACK_IN_DRAFT = 'Your prompt is in the draft again';
