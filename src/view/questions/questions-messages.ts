import type { ChangeDoubt } from '../../core/edits/planned-change.js';
import type { Question } from '../../core/session/question.js';
import type { PlanStepChoices } from '../../core/session/questions/plan-choice.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

export const NO_OTHER_RULE = 'No other rule for this';
export const NO_SUCH_ANSWER = 'The agent offers no such answer';
/** The same where the answers are ours. */
export const NO_ANSWER_OF_OURS = 'There is no such answer here';
export const NO_FORM = 'No agent asks with a form';
export const NOTHING_MORE = 'Nothing more to show';
export const CHOOSE_ANSWER = 'Choose with ↑ ↓ or a number';
export const CHOOSE_ANSWER_OR_LETTER = 'Choose with ↑ ↓ or a number, or press y or n';
/** What was copied. */
export const THE_PLAN = 'the plan';

export const ANSWER_PLAN_FIRST = 'Answer the plan first: 1 approves it, 2 also accepts edits, 3 does not approve it';
export const ANSWER_FIRST = 'Answer the question first';
export const MESSAGE_FIRST = 'Send or clear your message first';
export const PLAN_MODE_ON = 'Plan mode is on: answer with the keys above';
export const ONLY_EDITS = 'Accept edits covers only edits: answer with the keys above';
export const notCovered = (why: string): string => `Accept edits does not cover this: ${why}`;
export const NO_ALLOW_ONCE = 'The agent offers no clear “allow once”';

export const TITLES: Readonly<Record<Question['kind'], string>> = {
	permission: 'Permission',
	'exit-plan': 'Permission',
	refusals: 'Plan mode',
	confirm: 'Confirm',
	'agent-question': 'The agent asks',
	'elicitation-url': 'The agent asks',
	'elicitation-form': 'The agent asks',
};
export const moreAfterIt = (count: number): string => ` · ${count} more after it`;
export const FOR_SUB_AGENT = 'For a sub-agent. ';
/** `parent`: the sub-agent that started it; null: the agent itself. */
export const forSubAgent = (name: string, parent: string | null): string =>
	parent === null ? `For “${name}”. ` : `For “${name}” of “${parent}”. `;
/** Behind the row that opens an address. */
export const NO_BROWSER = ' (no browser opens from here: copy the address)';
export const NO_BROWSER_SHORT = ' (no browser here)';
export const ADDRESS_LABEL = 'the address';
export const REQUEST_CHANGED = ' · this request changed: read it again';
export const KEYS_WAIT = ' · wait a moment: keys still go to your message';
export const PRESS_AGAIN = ' · that key did not count: press it again';
export const PRESS_AGAIN_LOW = 'that key did not count: press again';
export const escPutsAside = (words: string): string => ` · ${words} · esc puts them aside`;
export const ENTER_LEAVES_OPEN = 'enter leaves the question open';
export const ENTER_QUEUES = 'enter queues your words';
export const ENTER_REJECTS = 'enter rejects and sends your words';
export const ENTER_REJECTS_AND_STOPS = 'enter rejects, stops the turn and sends your words';
export const AGENT_SAYS = 'the agent says: ';
export const OUTSIDE_MARK = ' (outside the workspace)';

export const shownLines = (from: number, to: number, total: number): string =>
	`⋯ lines ${from}–${to} of ${total} · pageup/pagedown`;
export const moreLines = (count: number, key: string): string => `⋯ ${count} more lines · ${key} shows them`;
export const moreLinesLow = (count: number, key: string): string => `⋯ ${count} more lines · ${key} opens`;
export const shownLinesLow = (from: number, to: number, total: number, keys: string): string =>
	`⋯ ${from}–${to} of ${total} lines · ${keys}`;
export const shownOfOpened = (from: number, to: number, total: number): string =>
	`⋯ ${from}–${to} of ${total} · pageup/pagedown`;
export const escShowsAnswers = (count: number): string => `esc shows the ${count} answers`;

export const changeTooLong = (hidden: number): string =>
	`${counted(hidden, 'more line')} of this change cannot be shown: it is too long`;
export const moreFields = (count: number): string =>
	`${counted(count, 'more field')} came with it: too many to be shown`;
/** What is said above a change that is none of the file as it is now. */
export const CHANGE_DOUBTS: Readonly<Record<ChangeDoubt, string>> = {
	'changes-nothing': 'The agent says this changes nothing:',
	'not-in-file': 'Replaces text that is not in the file:',
	'several-places': 'Replaces text that is in the file several times, without saying which:',
	'place-unknown': 'Where in the file this goes is not said:',
	'patch-does-not-fit': 'This patch does not fit the file as it is now:',
	'not-looked-at': 'The file is too large to be compared with this:',
	'not-as-shown': 'The input says something else than the diff above:',
	'deletes-file': 'Deletes the file:',
};
export const movesTo = (path: string): string => `Moves the file to ${sanitizeLine(path)}.`;

export const ALWAYS_LABEL = 'Always allow…';
export const ALWAYS_SHORT = 'Always…';
/** Why there is no «always» for a command. */
export const NO_RULE = 'no rule can name this command';
export const remembers = (rule: string): string => ` acp-tui remembers ${rule}`;
/** Why «always» is out of reach as long as part of a question was not shown. */
export const SHOW_FIRST = 'press o first';
/** Why what is asked about cannot be allowed before all of it was on the screen, and what is said while it is read. */
export const READING = {
	command: {
		toRead: 'shows the rest of the command first',
		toReadShort: 'shows the rest',
		goesOn: 'More follows: the same key shows it',
		atEnd: 'This is the end: the same key allows it',
	},
	edit: {
		toRead: 'shows the rest of the change first',
		toReadShort: 'shows the rest',
		goesOn: 'More follows: the same key shows it',
		atEnd: 'This is the end: the same key allows it',
	},
	changes: {
		toRead: 'shows all changes first',
		toReadShort: 'shows all',
		goesOn: 'More follows: the same key shows it',
		atEnd: 'This is the end: the same key takes them',
	},
} as const;
/** Names that are said in a line. */
const MOST_NAMED = 3;
export function canRun(names: readonly string[]): string {
	const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
	return `${names.slice(0, MOST_NAMED).join(', ')}${more} can run programs`;
}
export const sameKey = (isAll: boolean): string => `: the same key ${isAll ? 'takes all of this' : 'goes on'}`;
/** In place of lines, or of characters in a line, that show nothing. */
export const blankLines = (count: number): string => `⟨${count} blank lines⟩`;
export const blanks = (count: number): string => `⟨${count} blanks⟩`;
/** Why «always» stays out of reach where not even opening shows all of it. */
export const NEVER_WHOLE = 'not all of it can be shown';
export const ALWAYS_TITLE = 'Always allow';
export const NOTHING_WRITTEN = ' · nothing is written yet · esc goes back';
export const NOTHING_WRITTEN_LOW = ' · esc goes back';
export const NOTHING_IN_PLAN = 'In plan mode nothing is allowed for later.';
/** What an «always» of the agent's means. */
export const THEIRS =
	'acp-tui cannot write a rule for this. The agent can remember your answer; /permissions shows it, and takes it back.';
export const RULE_REMARK = 'Never in plan mode; rules that deny or ask win. /permissions removes it.';
export const RULE_TOO_LONG = 'the rule does not fit on this screen';
export const NO_PLAIN_ALLOW = 'the agent offers no plain “allow once”';
/** How far a rule reaches: its name, what that means, and that in fewer words. */
export const IN_SESSION = ['In this session', ' until you quit or start a new one', ' until you quit'] as const;
export const inProject = (folder: string) =>
	['In this project', ` ${folder}, also after a restart`, ` ${folder}`] as const;
export const EVERYWHERE = ['Everywhere', ' in every project, also after a restart', ' in every project'] as const;
export const EXACT_RULE = 'The exact rule instead';
export const WIDER_RULE = 'A wider rule instead';

export const PLAN_TITLE = 'Plan to approve';
/** Words for what enter does with those below a plan, before the key that takes another answer for them. */
export const WITH_WORDS = {
	approve: ' · enter approves and sends your words',
	keep: ' · enter sends your words and keeps planning',
	reject: ' · enter sends your words and rejects the plan',
} as const;
/** Words for the key that takes another answer for them. */
export const otherAnswer = (key: string, isApproved: boolean): string =>
	` · ${key}: ${isApproved ? 'another answer' : 'approve with them'}`;
export const WORDS_FIRST = 'Write first: tab then chooses the answer for your words';
export const WORDS_KEEP_PLANNING = 'Enter sends this and keeps planning; tab takes another answer';
export const PLAN_CHANGES = 'The agent is changing this plan: read it again';
export const EDITED_PLAN = ' · with your edits';
export const YOUR_EDITS = [' · your edits', ' · edited'] as const;
export const NO_PLAN_TEXT = 'The agent sent no text with its request. What it wrote above may hold the plan.';
export const planLines = (from: number, to: number, total: number): string =>
	`lines ${from}–${to} of ${total} · ↑↓ pageup/pagedown`;
export const APPROVE_REVIEW = 'Approve, review each edit';
export const APPROVE_UNASKED = 'Approve (this agent does not ask before edits)';
export const APPROVE_ACCEPT = 'Approve, accept edits';
export const KEEP_PLANNING = 'Keep planning, with feedback';
export const KEEP_PLANNING_SHORT = 'Keep planning';
/** The same where there is no planning to be kept up: another mode is on. */
export const REJECT_PLAN = 'Reject the plan, with feedback';
export const REJECT_PLAN_SHORT = 'Reject the plan';
export const CHOOSE_BELOW = 'choose one of the agent’s own options below';
/** Beside an option of the agent's that approves a plan in a way of its own. */
export const AGENT_DECIDES = {
	aside: ' (approves; the agent then decides what it asks about)',
	shortAsides: [' (approves; the agent decides)', ' (the agent decides)'],
} as const;

/** Behind a question's headline: which of several sessions asks. */
export const inSession = (number: number, name: string): string => ` · session ${number}, ${name}`;

/** Footer words of the keys of a question. */
export const FOOTER = {
	answer: 'answer',
	yes: 'yes',
	always: 'always',
	no: 'no',
	reject: 'reject',
	cancel: 'cancel',
	back: 'back',
	open: 'open',
	copy: 'copy',
	edit: 'editor',
	hunks: 'hunks',
	steps: 'steps',
	allow: 'allow',
	/** How far a rule reaches. */
	reach: ['session', 'project', 'everywhere'],
	approve: 'approve',
	otherAnswer: 'other answer',
	reviewEdits: 'review edits',
	acceptEdits: 'accept edits',
	keepPlanning: 'keep planning',
} as const;

export const NO_EDIT = 'Only a change to a file has hunks';
export const NONE_TAKEN = ': rejects it';
export const ONCE_ALONE = 'with hunks left out it is allowed once';
export const hunksTaken = (taken: number, total: number): string =>
	total === 1 ? ` ${taken} of 1 hunk` : ` ${taken} of ${total} hunks`;
export const HUNKS_CHANGED = 'The change is another one now: h chooses its hunks anew';
export const STEPS_CHANGED = 'The agent changed the plan: s goes through its steps anew';
export const stepsTaken = ({ taken, steps, changed, notes }: PlanStepChoices): string =>
	[
		`${taken} of ${counted(steps.length, 'step')}`,
		...(changed === 0 ? [] : [`${changed} changed`]),
		...(notes === 0 ? [] : [counted(notes, 'note')]),
	].join(', ');
