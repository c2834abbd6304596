/** What the transcript and failures say of logs of sessions. */
export const LOG_GAP = 'A part of this conversation was not kept';
export const NEWER_LOG = 'It was written by a newer version of acp-tui, so it can be read but not continued here.';
