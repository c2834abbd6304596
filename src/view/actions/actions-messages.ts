export const LEAVE_AGAIN = 'ctrl+c again to quit';
export const leaveAgainDespite = (work: string): string => `${work} · ctrl+d again to quit`;
export const STOPPING = 'The agent is stopping';
export const CLEAR_AGAIN = 'esc again to clear the draft';
export const WORDS_IN_HISTORY = 'Your words are in the history (↑); keys answer now';

export const NO_PLAN = 'The agent has no to-do list';
export const MOUSE_ON = 'Mouse on';
export const MOUSE_OFF = 'Mouse off: select with your terminal';
export const NOTHING_TO_FOLD = 'Nothing to open or fold';

export const NO_COMMAND = 'You have no command running';
export const NO_OUTPUT = 'No command output to share';
export const outputIsPrivate = (command: string): string => `Output of ${command} stays private`;
export const outputIsShared = (command: string): string => `Output of ${command} will be sent with your next prompt`;

export const NOTHING_TO_COPY = 'Nothing to copy';
export const NO_TEXT = 'This entry has no text to copy';
export const CHOOSE_SUBAGENT = 'Press tab to choose the card of a sub-agent first';
export const CHOOSE_FIRST = 'Press tab to choose an entry first';
export const NO_FILE = 'This entry names no file';
export const NOT_OPENED = 'Only pictures, sounds, films and PDFs are opened; s saves it';
export const NOTHING_TO_SAVE = 'This entry holds no file to save';

export const EARLIER_DRAFT_ASIDE = 'Your earlier draft is put aside; ctrl+s on an empty one brings it back';
export const ANSWER_AGAIN = 'That key did not count: press it again, or esc to clear';
export const COMMAND_MISSING = 'Type a command after !';
export const wordsReject = (key: string): string => `Words reject. To allow: esc puts them aside, then press ${key}`;

/** What enter, or the key for the running turn, does with the draft: in the footer, behind the key. */
export const ENTER = {
	sends: 'send',
	sendsNext: 'send the next',
	queues: 'queue',
	runs: 'run',
	rejects: 'reject',
	comments: 'comment',
	steers: 'steer',
	/** Which of two things to do. */
	asks: 'stop or queue',
	asksShort: 'stop…',
	newLine: 'new line',
} as const;

export const NOTHING_TO_STEER = 'Nothing written to send into the running turn';

export const DRAFT_FIRST = 'Send or clear your draft first';
export const TAKEN_OUT = 'Editing a queued message · enter saves it · esc leaves it';
export const BACK_IN_QUEUE = 'Back in the queue';
export const BACK_UNCHANGED = 'Back in the queue as it was · ↑ has your changes';
