export const LOG_GAP = 'A part of this conversation was not kept';
export const NEWER_LOG = 'It was written by a newer version of acp-tui, so it can be read but not continued here.';
export const LINES_LOST = (count: number): string =>
	`Something is missing here: ${count === 1 ? 'a line' : `${count} lines`} of this session's log could not be read`;
export const OTHER_LOG = 'The log goes on with another session, which is left out';
export const logDamaged = (count: number): string =>
	`The log of this session is damaged: ${count === 1 ? '1 line' : `${count} lines`} could not be read. The rest is here.`;
