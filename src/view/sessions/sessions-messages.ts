import { counted } from '../../core/text/counted.js';

/** What the list of sessions says. */
export const TITLE = 'Resume a session';
export const PLACEHOLDER = 'type to search titles and what was said';
export const LOOKING = 'Looking for sessions…';
export const UNTITLED = '(no title)';
export const searchLabel = 'Search: ';
export const renameLabel = 'New title: ';
export const RENAME_KEYS = 'enter renames, esc keeps the title';

export const scopeWords = (scope: 'folder' | 'all', folder: string): string =>
	scope === 'all' ? 'all folders' : folder;

export const countWords = (shown: number, all: number, isSearch: boolean): string =>
	isSearch ? `${shown.toLocaleString('en')} of ${all.toLocaleString('en')}` : counted(all, 'session');

/** Logs that are too damaged to be listed. */
export const unreadable = (ids: readonly string[]): string =>
	ids.length === 1
		? `1 session log cannot be read: ${ids[0]}`
		: `${ids.length} session logs cannot be read: ${ids.slice(0, 3).join(', ')}`;

export const NONE_HERE = 'No sessions in this folder yet. tab shows those of all folders.';
export const NONE = 'No sessions yet.';
export const NOT_FOUND = 'Nothing found.';
export const SEARCHING = 'searching what was said…';

/** What is known of the agent's own list. */
export const agentList = {
	loading: (agent: string): string => `${agent}’s list is loading…`,
	more: (agent: string, count: number): string => `${count.toLocaleString('en')} in ${agent}’s own list so far`,
	complete: (agent: string, count: number): string => `${count.toLocaleString('en')} in ${agent}’s own list`,
	failed: (agent: string, why: string): string => `${agent}’s list: ${why}`,
};

export const RUNNING = 'running elsewhere';
export const OPEN_HERE = 'open now';
export const openAs = (number: number): string => `open as session ${number}`;
export const INTERRUPTED = 'interrupted';
export const READ_ONLY = 'of a newer acp-tui, read only';
export const IN_SHADOW = 'has a shadow';
export const onlyAt = (agent: string): string => `only at ${agent}`;
export const forgotten = (agent: string): string => `not in ${agent}’s list`;

export const PREVIEW = 'Loading…';
export const onlyAtAgent = (agent: string): string =>
	`Only ${agent} keeps this session. What was said is shown when it is opened.`;
export const earlierExchanges = (count: number): string => `${counted(count, 'prompt')} before`;

export const BUSY = 'The agent is at work: stop it with esc first';
export const IS_OPEN = 'This session is open now';
export const isOpenAs = (number: number): string => `It is open as session ${number}: close it there first`;
export const NO_RENAME = 'This agent gives its sessions their titles itself';
export const NOT_WHILE_RUNNING = 'It runs in another program: leave it there first';
export const NO_DELETE = (agent: string): string => `${agent} cannot delete sessions; only it keeps this one`;
export const NO_EXPORT = 'Only the agent keeps it: open it first, then /export';
export const TOO_NEW = 'It was written by a newer acp-tui, which alone can go on with it';
export const NO_FORK = 'Only the agent keeps it, and it cannot copy sessions';

/** What is asked before something is deleted. */
export const deleting = {
	title: (title: string): string => `Delete “${title}”?`,
	here: 'Delete it here',
	hereDetail: 'the record of acp-tui; the agent keeps what it has',
	hereOnly: 'Delete it',
	hereOnlyDetail: 'the record of acp-tui; nobody else has it',
	agent: (agent: string): string => `Delete it at ${agent}`,
	agentDetail: 'acp-tui keeps its record',
	agentOnlyDetail: (agent: string): string => `only ${agent} has it`,
	both: (agent: string): string => `Delete it here and at ${agent}`,
	bothDetail: 'nothing of it is left',
	keep: 'Keep it',
};

/** A session that another program has open. */
export const running = {
	title: (title: string): string => `“${title}” is open in another program`,
	read: 'Read it here',
	readDetail: 'nothing can be sent',
	fork: 'Go on in a copy of it',
	forkDetail: 'a new session; the other program keeps this one',
	toFile: 'Write its transcript to a file',
	back: 'Back to the list',
};

/** An older session that is only read. */
export const reading = {
	title: (title: string): string => `Reading: ${title}`,
	keys: 'Nothing can be sent here · ctrl+f go on in a copy · ctrl+e to a file · esc back',
	empty: 'Nothing was said in it.',
	newer: (title: string): string => `“${title}” was written by a newer acp-tui`,
};

/** A session of another folder. */
export const elsewhere = {
	title: (folder: string): string => `It belongs to ${folder}`,
	beside: 'Open it beside this session',
	besideDetail: 'alt+l lists the open sessions',
	forkBeside: 'Open a copy of it beside this session',
	copy: 'Copy the command that resumes it',
	copied: 'the command',
};

/** The lines for screen readers. */
export const spoken = {
	list: (scope: string): string => `Sessions, ${scope}`,
	how: 'Type a number for what can be done with it, words to search, “more” for the next ones, “all” for all folders. Enter alone closes the list.',
	howAll:
		'Type a number for what can be done with it, words to search, “more” for the next ones, “here” for this folder. Enter alone closes the list.',
	found: (count: number, text: string): string => `${counted(count, 'session')} with “${text}”`,
	choose: 'Type a number. Enter alone goes back to the list.',
	rename: 'Type the new title. Enter alone keeps the one it has.',
	actions: {
		resume: 'Resume it',
		read: 'Hear its end',
		rename: 'Give it another title',
		fork: 'Go on in a copy of it',
		export: 'Write its transcript to a file',
		delete: 'Delete it',
	},
	you: 'You:',
	endOfReading: 'That was its end. Enter alone goes back to the list.',
	said: (excerpt: string): string => `said: ${excerpt}`,
};
