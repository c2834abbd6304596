import { defined } from '../../../core/defined.js';
import type { OptionKind } from '../../../core/policy/types.js';
import { askingAbout } from '../../../core/session/questions/asking.js';
import { ONE_TO_NINE } from '../../keys/action-ids.js';
import { LETTERS, ownOffers, permissionRows } from '../../questions/answers.js';
import { rowOfKind } from '../../questions/give-answer.js';
import {
	answerLetter,
	answerNumber,
	answerPlace,
	confirmAnswer,
	copyAddress,
	copyPlan,
	dismissPlan,
	dismissQuestion,
	editPlan,
	leaveRule,
	moveToAnswer,
	scrollPlanLine,
	scrollPlanPage,
	scrollPlanToEdge,
	toggleQuestion,
	writeFeedback,
} from '../../questions/question-keys.js';
import { CHOOSE_ANSWER, CHOOSE_ANSWER_OR_LETTER, NO_FORM, NOTHING_MORE } from '../../questions/questions-messages.js';
import type { ScreenContext } from '../../state/context.js';
import { formsIn } from '../../state/loaded-forms.js';
import { show } from '../../state/step.js';
import { subagentViewIn } from '../../state/subagent-view.js';
import { type Action, group, key, numberedRows } from '../action.js';

const permissionPromptGroup = group('ask', 'Permission prompt', { movesInQuestion: true });
const questionOfTheAgentGroup = group('agent-question', 'Question of the agent', { movesInQuestion: true });
const addressGroup = group('elicitation-url', 'Address to open', { movesInQuestion: true });
const besideGroup = group('global', 'Question of the agent');
const formGroup = group('form', 'Question of the agent');
const alwaysAllowGroup = group('ask-rule', 'Always allow', { movesInQuestion: true });

/** A digit that gives the answer with its number. */
function answersNumber(number: number) {
	return {
		keys: [String(number)],
		waits: 'before',
		answer: (answers) => answers[number - 1],
		run: answerNumber(number),
	} as const satisfies Partial<Action>;
}

/** A letter that gives the first answer of its kind; the footer has it where there is one. */
function answersKind(kind: OptionKind, hint: string) {
	return {
		hint: ({ session }) => {
			const [question] = session.questions;
			const rows = question === undefined ? [] : permissionRows(question, false, session.mode.mode);
			return rows.some((row) => row.keys === LETTERS[kind]) ? hint : null;
		},
		waits: 'before',
		answer: (answers) => rowOfKind(answers, kind),
		run: answerLetter(kind),
	} as const satisfies Partial<Action>;
}

const confirm = { keys: ['enter'], waits: 'before', run: confirmAnswer } as const;
const previous = { keys: ['up'], run: moveToAnswer(-1) };
const next = { keys: ['down'], run: moveToAnswer(1) };
const dismiss = { keys: ['escape'], waits: 'before', run: dismissQuestion } as const;

/** What esc does, in a word: in a sub-agent's transcript it leads out of that. */
function dismisses(word: string) {
	return ({ ui }: ScreenContext): string => (subagentViewIn(ui) === null ? word : 'back');
}

/** How far a rule reaches, or what the row does where there is only the agent's own «always». */
function reach(word: string, theirs: string | null) {
	return ({ session }: ScreenContext): string | null => {
		const [question] = session.questions;
		return question === undefined || ownOffers(question, session.mode.mode).length > 0 ? word : theirs;
	};
}

/** Permission prompts, the agent's own questions, and the second step of «always allow». */
export const questionActions = {
	...permissionPromptGroup({
		...numberedRows('ask-option', ONE_TO_NINE, (number) => ({
			...answersNumber(number),
			help: `answer with option ${number}`,
			...defined({ hint: number === 1 ? 'answer' : undefined }),
		})),
		'ask-allow-once': { ...answersKind('allow_once', 'yes'), keys: ['y'], help: 'allow once' },
		'ask-allow-always': {
			...answersKind('allow_always', 'always'),
			keys: ['a'],
			help: 'allow always: first shows the rule',
		},
		'ask-reject-once': { ...answersKind('reject_once', 'no'), keys: ['n'], help: 'reject once' },
		'ask-previous': { ...previous, help: 'the option above' },
		'ask-next': { ...next, help: 'the option below' },
		'ask-confirm': { ...confirm, help: 'answer with the chosen option', whyNot: CHOOSE_ANSWER_OR_LETTER },
		'ask-open': {
			...key('show the full request, or close it', toggleQuestion, 'o'),
			whyNot: NOTHING_MORE,
			waits: 'reversible',
		},
		'ask-dismiss': { ...dismiss, help: 'close what was opened; else reject once', hint: dismisses('reject') },
	}),
	...questionOfTheAgentGroup({
		...numberedRows('question-option', ONE_TO_NINE, (number) => ({
			...answersNumber(number),
			help: `give answer ${number}`,
			...defined({ hint: number === 1 ? 'answer' : undefined }),
		})),
		'question-previous': { ...previous, help: 'the answer above' },
		'question-next': { ...next, help: 'the answer below' },
		'question-confirm': { ...confirm, help: 'give the chosen answer', whyNot: CHOOSE_ANSWER },
		'question-open': { ...key('show the full question, or close it', toggleQuestion, 'tab'), whyNot: NOTHING_MORE },
		'question-dismiss': { ...dismiss, help: 'close what was opened; else cancel', hint: dismisses('cancel') },
	}),
	...addressGroup({
		'address-option-1': { ...answersNumber(1), help: 'open it in the browser', hint: 'open' },
		'address-option-2': { ...answersNumber(2), help: 'go on without opening it' },
		'address-option-3': { ...answersNumber(3), help: 'decline' },
		'address-option-4': { ...answersNumber(4), help: 'cancel' },
		'address-previous': { ...previous, help: 'the row above' },
		'address-next': { ...next, help: 'the row below' },
		'address-confirm': { ...confirm, help: 'take the chosen row', whyNot: CHOOSE_ANSWER },
		'address-copy': { keys: ['c'], help: 'copy the address', hint: 'copy', waits: 'before', run: copyAddress },
		'address-expand': { ...key('show all of it, or close it', toggleQuestion, 'tab'), whyNot: NOTHING_MORE },
		'address-dismiss': { ...dismiss, help: 'close what was opened; else cancel', hint: dismisses('cancel') },
	}),
	...besideGroup({
		'answer-form': {
			...key(
				'to the agent’s form, and back to the draft',
				(context) => formsIn(context.ui)?.toggle(context) ?? null,
				'alt+q',
			),
			whyNot: NO_FORM,
		},
	}),
	...formGroup({
		'form-next': key('the next field of a form', ({ ui }) => show(ui), 'tab'),
		'form-previous': key('the field before', ({ ui }) => show(ui), 'shift+tab'),
	}),
	...alwaysAllowGroup({
		'rule-option-1': { ...answersNumber(1), help: 'write the rule for this session', hint: reach('session', 'allow') },
		'rule-option-2': { ...answersNumber(2), help: 'write the rule for this project', hint: reach('project', null) },
		'rule-option-3': { ...answersNumber(3), help: 'write the rule for all projects', hint: reach('everywhere', null) },
		'rule-option-4': {
			...answersNumber(4),
			help: 'show the wider rule, or the exact one, where there are two',
		},
		'rule-previous': { ...previous, help: 'the row above' },
		'rule-next': { ...next, help: 'the row below' },
		'rule-confirm': { ...confirm, help: 'take the chosen row', whyNot: CHOOSE_ANSWER },
		'rule-back': {
			...key('back to the question; nothing is written', leaveRule, 'escape'),
			hint: 'back',
			waits: 'before',
		},
	}),
};

/** Outside of plan mode there is no planning to be kept up. */
const rejects = ({ session }: ScreenContext): string => (session.mode.mode === 'plan' ? 'keep planning' : 'reject');

const planReviewGroup = group('plan-review', 'Plan review', { movesInQuestion: true });

/** The review of a plan. */
export const planReviewActions = planReviewGroup({
	'plan-review-edits': {
		...answersNumber(1),
		help: 'approve, review each edit',
		// Nobody reviews the edits of an agent that does not ask before them.
		hint: ({ session }) => (askingAbout(session, 'edits') === 'doesNotAsk' ? 'approve' : 'review edits'),
		run: answerPlace(0),
	},
	'plan-accept-edits': {
		...answersNumber(2),
		help: 'approve, accept edits',
		hint: 'accept edits',
		run: answerPlace(1),
	},
	'plan-keep': {
		keys: ['3'],
		help: 'keep planning, or reject it in another mode, with feedback',
		hint: rejects,
		run: writeFeedback,
	},
	...numberedRows('plan-option', [4, 5, 6, 7, 8, 9] as const, (number) => ({
		...answersNumber(number),
		help: 'a further option of the agent',
	})),
	'plan-scroll-up': key('a line up', scrollPlanLine(-1), 'up'),
	'plan-scroll-down': key('a line down', scrollPlanLine(1), 'down'),
	'plan-page-up': key('a page up', scrollPlanPage(-1), 'pageup'),
	'plan-page-down': key('a page down', scrollPlanPage(1), 'pagedown'),
	'plan-top': key('to the beginning', scrollPlanToEdge(-1), 'home'),
	'plan-bottom': key('to the end', scrollPlanToEdge(1), 'end'),
	'plan-copy': { keys: ['c'], help: 'copy the plan', hint: 'copy', waits: 'before', run: copyPlan },
	'plan-edit': { keys: ['e'], help: 'edit the plan in $EDITOR', hint: 'editor', waits: 'before', run: editPlan },
	'plan-dismiss': {
		keys: ['escape'],
		help: 'keep planning, or reject it in another mode',
		waits: 'before',
		run: dismissPlan,
	},
});
