import type { ChangeDoubt } from '../../core/edits/planned-change.js';
import type { Question } from '../../core/session/question.js';
import type { PlanStepChoices } from '../../core/session/questions/plan-choice.js';
import { counted } from '../../core/text/counted.js';

export const NO_OTHER_RULE = 'No other rule for this';

export const MESSAGE_FIRST = 'Send or clear your message first';

export const TITLES: Readonly<Record<Question['kind'], string>> = {
	permission: 'Permission',
	'exit-plan': 'Permission',
	refusals: 'Plan mode',
	confirm: 'Confirm',
	'agent-question': 'The agent asks',
	'elicitation-url': 'The agent asks',
	'elicitation-form': 'The agent asks',
};
/** `parent`: the sub-agent that started it; null: the agent itself. */
export const forSubAgent = (name: string, parent: string | null): string =>
	parent === null ? `For “${name}”. ` : `For “${name}” of “${parent}”. `;
export const ENTER_QUEUES = 'enter queues your words';
export const ENTER_REJECTS = 'enter rejects and sends your words';

/** Words above a change that is none of the file as it is now. */
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

export const ALWAYS_LABEL = 'Always allow…';
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
export const blanks = (count: number): string => `⟨${count} blanks⟩`;
/** Why «always» stays out of reach where not even opening shows all of it. */
export const NEVER_WHOLE = 'not all of it can be shown';
export const NOTHING_IN_PLAN = 'In plan mode nothing is allowed for later.';
/** Meaning of an «always» of the agent's. */
export const THEIRS =
	'acp-tui cannot write a rule for this. The agent can remember your answer; /permissions shows it, and takes it back.';
/** Reach of a rule: its name, what that means, and that in fewer words. */
export const IN_SESSION = ['In this session', ' until you quit or start a new one', ' until you quit'] as const;
export const inProject = (folder: string) =>
	['In this project', ` ${folder}, also after a restart`, ` ${folder}`] as const;
export const EVERYWHERE = ['Everywhere', ' in every project, also after a restart', ' in every project'] as const;

/** Words for what enter does with those below a plan, before the key that takes another answer for them. */
export const WITH_WORDS = {
	approve: ' · enter approves, with your words',
	keep: ' · enter keeps planning, with your words',
	reject: ' · enter rejects the plan, with your words',
} as const;
/** Words for the key that takes another answer for them. */
export const otherAnswer = (key: string, isApproved: boolean): string =>
	` · ${key}: ${isApproved ? 'another answer' : 'approve with them'}`;
export const PLAN_CHANGES = 'The agent is changing this plan: read it again';
export const YOUR_EDITS = [' · your edits', ' · edited'] as const;
export const NO_PLAN_TEXT = 'The agent sent no text with its request. What it wrote above may hold the plan.';
/** Beside an option of the agent's that approves a plan in a way of its own. */
export const AGENT_DECIDES = {
	remark: ' (approves; the agent then decides what it asks about)',
	shortRemarks: [' (approves; the agent decides)', ' (the agent decides)'],
} as const;

/** Footer words of the keys of a question. */
export const FOOTER = {
	reject: 'reject',
	back: 'back',
	copy: 'copy',
	reach: ['session', 'project', 'everywhere'],
	approve: 'approve',
} as const;

export const ONCE_ALONE = 'with hunks left out it is allowed once';
export const stepsTaken = ({ taken, steps, changed, notes }: PlanStepChoices): string =>
	[
		`${taken} of ${counted(steps.length, 'step')}`,
		...(changed === 0 ? [] : [`${changed} changed`]),
		...(notes === 0 ? [] : [counted(notes, 'note')]),
	].join(', ');
