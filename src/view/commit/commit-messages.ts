import type { UnderWay } from '../../core/commit/commit.js';
import { MOST_SUBJECT } from '../../core/commit/message.js';
import { SIGNS as CHANGE_SIGNS, STATUS as CHANGE_STATUS } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';

// What the screen of commits says.

export const TITLE = 'Commit';
export const chosenWords = (chosen: number, all: number): string => `${chosen} of ${counted(all, 'change')}`;

export const SIGNS = { ...CHANGE_SIGNS, type: 'T' } as const;
export const STATUS = { ...CHANGE_STATUS, type: 'another kind of file' } as const;

export const GROUPS = {
	staged: 'Staged',
	changed: 'Changed',
	untracked: 'Not tracked',
	conflict: 'In conflict',
} as const;

/** Notes above the changes. */
export const NOTES = {
	anew: 'Something changed since this was shown, so nothing was committed: this is how it is now.',
	first: 'This is the first commit.',
	detached: 'HEAD is detached: the commit is on no branch.',
	asked: 'The agent asks you something: esc leaves, and shows it.',
	atWork: 'The agent is at work: what it changes from now on is not in the commit.',
	cut: 'There are more files that are not tracked than are listed.',
	shadow: (count: number): string =>
		`${counted(count, 'change')} in the shadow ${count === 1 ? 'is' : 'are'} not in it: /changes applies them first.`,
	noMessage: (why: string): string => `No message from the agent: ${why}`,
} as const;

export const UNDER_WAY: Readonly<Record<UnderWay, string>> = {
	merge: 'A merge is under way: this commit ends it, with all that is staged.',
	'cherry-pick': 'A cherry-pick is under way: this commit is its result, with all that is staged.',
	revert: 'A revert is under way: this commit is its result.',
	rebase: 'A rebase is under way: “git rebase --continue” goes on with it after this commit.',
};

export const BY = {
	own: 'yours',
	template: 'from git',
	asking: 'the agent writes it…',
	done: 'by the agent',
	none: '',
} as const;
/** Of a message for other changes, in ever fewer words; `key`: has it written anew, null for none. */
export function forOthers(count: number, key: string | null): readonly string[] {
	const what = `for ${counted(count, 'change')}`;
	const anew = key === null ? [] : [`${BY.done}, ${what} · ${key} writes it anew`, `${what} · ${key} writes it anew`];
	return [...anew, `${BY.done}, ${what}`, what];
}
export const subject = (length: number): string =>
	length > MOST_SUBJECT ? `subject ${length}, ${length - MOST_SUBJECT} too long` : `subject ${length}`;

/** In place of a message, behind the keys. */
export const WAYS = {
	'commit-edit': 'writes it here',
	'commit-editor': 'in your editor',
	'commit-ask': 'asks the agent',
} as const;

export const ACTIONS = {
	commit: 'commit',
	takeIn: 'take in',
	leaveOut: 'leave out',
	edit: 'message',
	editor: 'editor',
	ask: 'ask the agent',
	leave: 'leave',
	stop: 'stop',
	back: 'back',
	done: 'done',
} as const;

export const WHY = {
	nothing: 'No change is marked.',
	conflict: (path: string): string => `${path} has a conflict: resolve it and stage it first.`,
	message: 'There is no message: write one, or have the agent write it.',
	asking: 'The agent still writes the message.',
	fixed: 'A merge is committed as a whole: what is staged stays in it.',
	notReady: 'There is nothing to commit.',
} as const;

/** Where there is no screen. */
export const SPOKEN = {
	how: 'Type a number to take a change in or leave it out, message to write the message, ask to have the agent write it, commit to commit, or enter alone to leave.',
	inIt: 'in',
	notInIt: 'not in',
	message: (text: string): string => `The message: ${text}`,
	noMessage: 'There is no message yet.',
	forOthers: (count: number): string => ` The message is for ${counted(count, 'change')}: ask has it written anew.`,
	write: 'Write the message and press enter; control j begins a new line. Enter alone keeps it.',
	running: 'Committing. Escape stops it.',
	closed: 'Nothing was committed.',
} as const;
