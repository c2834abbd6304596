import { counted } from '../../core/text/counted.js';

export const TITLE = 'Resume a session';

export const countWords = (shown: number, all: number, isSearch: boolean): string =>
	isSearch ? `${shown.toLocaleString('en')} of ${all.toLocaleString('en')}` : counted(all, 'session');

/** Logs that are too damaged to be listed. */
export const unreadable = (ids: readonly string[]): string =>
	ids.length === 1
		? `1 session log cannot be read: ${ids[0]}`
		: `${ids.length} session logs cannot be read: ${ids.slice(0, 3).join(', ')}`;

export const SEARCHING = 'searching what was said…';

/** Words for what is known of the agent's own list. */
export const agentList = {
	loading: (agent: string): string => `${agent}’s list is loading…`,
	more: (agent: string, count: number): string => `${count.toLocaleString('en')} in ${agent}’s own list so far`,
	complete: (agent: string, count: number): string => `${count.toLocaleString('en')} in ${agent}’s own list`,
	failed: (agent: string, why: string): string => `${agent}’s list: ${why}`,
};

export const PREVIEW = 'Loading…';
export const earlierExchanges = (count: number): string => `${counted(count, 'prompt')} before`;

export const BUSY = 'The agent is at work: stop it with esc first';
export const IS_OPEN = 'This session is open now';

/** Question that is asked before something is deleted. */
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
};

/** An older session that is only read. */
export const reading = {
	title: (title: string): string => `Reading: ${title}`,
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
