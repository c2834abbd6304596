export const LEAVE_AGAIN = 'ctrl+c again to quit';
export const LEAVE_AGAIN_AT_ONCE = 'ctrl+d again to quit';
export const REWIND_AGAIN = 'esc again goes back to an earlier prompt';
export const DRAFT_RESTORED = 'Draft restored; esc esc clears it';
export const STOPPING = 'The agent is stopping';
export const CLEAR_AGAIN = 'esc again to clear the draft';

export const NO_COMMAND = 'You have no command running';
export const NO_OUTPUT = 'No command output to share';

export const NOTHING_TO_COPY = 'Nothing to copy';
export const CHOOSE_FIRST = 'Press tab to choose an entry first';
export const NOT_OPENED = 'Only pictures, sounds, films and PDFs are opened; s saves it';
export const NOTHING_TO_SAVE = 'This entry holds no file to save';

export const ANSWER_AGAIN = 'That key did not count: press it again, or esc to clear';
export const COMMAND_MISSING = 'Type a command after !';

/** Effect of enter, or of the key for the running turn, on the draft: in the footer, behind the key. */
export const ENTER = { queues: 'queue', steers: 'steer', runs: 'run', comments: 'comment' } as const;

export const NOTHING_TO_STEER = 'Nothing written to send into the running turn';

export const DRAFT_FIRST = 'Send or clear your draft first';
