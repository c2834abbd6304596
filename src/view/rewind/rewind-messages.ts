/* What is said of going back to an earlier prompt, and of forks. */

export const NOTHING_TO_BRANCH = 'Nothing was said yet, so there is nothing to go on from';

export const ROWS = { both: 'conversation and files', conversation: 'conversation', files: 'files' } as const;
export const ROW_WORDS = {
	both: 'a new session from before it, the files of then',
	conversation: 'a new session from before it, the files of now',
	files: 'this session goes on, with the files of then',
} as const;
