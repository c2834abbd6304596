import type { OptionKind } from '../../../core/policy/types.js';
import { LETTERS, ownOffers, permissionRows } from '../../questions/answers.js';
import { rowOfKind } from '../../questions/give-answer.js';
import {
	answerLetter,
	answerNumber,
	confirmAnswer,
	copyAddress,
	dismissQuestion,
	leaveRule,
	moveToAnswer,
	toggleQuestion,
} from '../../questions/question-keys.js';
import { CHOOSE_ANSWER, CHOOSE_ANSWER_OR_LETTER, NO_FORM, NOTHING_MORE } from '../../questions/questions-messages.js';
import type { ScreenContext } from '../../state/context.js';
import { formsIn } from '../../state/loaded-forms.js';
import { show } from '../../state/step.js';
import { subagentViewIn } from '../../state/subagent-view.js';
import { type Action, group, key } from '../action.js';

const permissionPromptGroup = group('ask', 'Permission prompt', { movesInQuestion: true });
const questionOfTheAgentGroup = group('agent-question', 'Question of the agent', { movesInQuestion: true });
const addressGroup = group('elicitation-url', 'Address to open', { movesInQuestion: true });
const besideGroup = group('global', 'Question of the agent');
const formGroup = group('form', 'Question of the agent');
const alwaysAllowGroup = group('ask-rule', 'Always allow', { movesInQuestion: true });

/** A digit that gives the answer with its number. */
export function answersNumber(number: number) {
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
		'ask-option-1': { ...answersNumber(1), help: 'answer with option 1', hint: 'answer' },
		'ask-option-2': { ...answersNumber(2), help: 'answer with option 2' },
		'ask-option-3': { ...answersNumber(3), help: 'answer with option 3' },
		'ask-option-4': { ...answersNumber(4), help: 'answer with option 4' },
		'ask-option-5': { ...answersNumber(5), help: 'answer with option 5' },
		'ask-option-6': { ...answersNumber(6), help: 'answer with option 6' },
		'ask-option-7': { ...answersNumber(7), help: 'answer with option 7' },
		'ask-option-8': { ...answersNumber(8), help: 'answer with option 8' },
		'ask-option-9': { ...answersNumber(9), help: 'answer with option 9' },
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
			keys: ['o'],
			help: 'show the full request, or close it',
			whyNot: NOTHING_MORE,
			waits: 'reversible',
			run: toggleQuestion,
		},
		'ask-dismiss': { ...dismiss, help: 'close what was opened; else reject once', hint: dismisses('reject') },
	}),
	...questionOfTheAgentGroup({
		'question-option-1': { ...answersNumber(1), help: 'give answer 1', hint: 'answer' },
		'question-option-2': { ...answersNumber(2), help: 'give answer 2' },
		'question-option-3': { ...answersNumber(3), help: 'give answer 3' },
		'question-option-4': { ...answersNumber(4), help: 'give answer 4' },
		'question-option-5': { ...answersNumber(5), help: 'give answer 5' },
		'question-option-6': { ...answersNumber(6), help: 'give answer 6' },
		'question-option-7': { ...answersNumber(7), help: 'give answer 7' },
		'question-option-8': { ...answersNumber(8), help: 'give answer 8' },
		'question-option-9': { ...answersNumber(9), help: 'give answer 9' },
		'question-previous': { ...previous, help: 'the answer above' },
		'question-next': { ...next, help: 'the answer below' },
		'question-confirm': { ...confirm, help: 'give the chosen answer', whyNot: CHOOSE_ANSWER },
		'question-open': {
			keys: ['tab'],
			help: 'show the full question, or close it',
			whyNot: NOTHING_MORE,
			run: toggleQuestion,
		},
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
		'address-expand': {
			keys: ['tab'],
			help: 'show all of it, or close it',
			whyNot: NOTHING_MORE,
			run: toggleQuestion,
		},
		'address-dismiss': { ...dismiss, help: 'close what was opened; else cancel', hint: dismisses('cancel') },
	}),
	...besideGroup({
		'answer-form': {
			keys: ['alt+q'],
			help: 'to the agent’s form, and back to the draft',
			whyNot: NO_FORM,
			run: (context) => formsIn(context.ui)?.toggle(context) ?? null,
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
			keys: ['escape'],
			help: 'back to the question; nothing is written',
			hint: 'back',
			waits: 'before',
			run: leaveRule,
		},
	}),
};
