import { ONE_TO_NINE } from '../../keys/action-ids.js';
import { nextAnswerForWords, nextAnswerHint } from '../../questions/plan-words.js';
import { keyInQuestion, wordsInQuestion } from '../../questions/question-panel.js';
import { formsIn } from '../../state/loaded-forms.js';
import { show } from '../../state/ui-step.js';
import { group, hinted, key, numberedRows } from '../action.js';

const movesInQuestion = { movesInQuestion: true } as const;
const withRows = ['ask', 'agent-question', 'elicitation-url', 'ask-rule'] as const;
const everyQuestion = [...withRows, 'plan-review'] as const;
const answerGroup = group(everyQuestion, 'Questions', movesInQuestion);
const rowGroup = group(withRows, 'Questions', movesInQuestion);
const permissionPromptGroup = group('ask', 'Permission prompt', movesInQuestion);
const yesNoGroup = group(['ask', 'plan-review'], 'Permission prompt', movesInQuestion);
const agentQuestionGroup = group('agent-question', 'Question of the agent', movesInQuestion);
const nonblockingGroup = group('global', 'Question of the agent');
const formGroup = group('form', 'Question of the agent');
const addressGroup = group('elicitation-url', 'Address to open', movesInQuestion);
const planWordsGroup = group('plan-words', 'Plan review');
const planReviewGroup = group('plan-review', 'Plan review', movesInQuestion);

/** A key that the question in front handles, with footer words of its own. */
const asked = (help: string, ...keys: readonly string[]) => ({
	...key(help, keyInQuestion, ...keys),
	hint: wordsInQuestion,
});

/** Action that answers a question. */
const answers = (help: string, ...keys: readonly string[]) => ({ ...asked(help, ...keys), waits: 'before' as const });

/** Permission prompts, the agent's own questions, the second step of «always allow», and the review of a plan. */
export const questionActions = {
	...answerGroup({
		...numberedRows('answer', ONE_TO_NINE, (digit) => answers(`give answer ${digit}`, String(digit))),
		'answer-dismiss': answers('close what was opened; else the answer that allows nothing', 'escape'),
	}),
	...rowGroup({
		'answer-previous': asked('the answer before', 'up', 'left'),
		'answer-next': asked('the next answer', 'down', 'right'),
		'answer-confirm': answers('give the chosen answer', 'enter'),
	}),
	...yesNoGroup({
		'ask-allow-once': answers('allow once; approve a plan', 'y'),
		'ask-reject-once': answers('reject once; keep planning', 'n'),
	}),
	...permissionPromptGroup({
		'ask-allow-always': answers('allow always: first shows the rule', 'a'),
		'hunks-open': answers('take or leave parts of the change (hunks)', 'h'),
		'ask-open': { ...asked('show the full request, or close it', 'o'), waits: 'reversible' },
	}),
	...agentQuestionGroup({ 'question-open': asked('show the full question, or close it', 'tab') }),
	...addressGroup({
		'address-copy': answers('copy the address', 'c'),
		'address-expand': asked('show all of it, or close it', 'tab'),
	}),
	...nonblockingGroup({
		'answer-form': {
			keys: ['alt+q'],
			help: 'to the agent’s form, and back to the draft',
			whyNot: 'No agent asks with a form',
			run: (context) => formsIn(context.ui)?.toggle(context) ?? null,
		},
	}),
	...formGroup({
		'form-next': key('the next field of a form', ({ ui }) => show(ui), 'tab'),
		'form-previous': key('the field before', ({ ui }) => show(ui), 'shift+tab'),
	}),
	...planReviewGroup({
		'plan-scroll-up': asked('a line up', 'up'),
		'plan-scroll-down': asked('a line down', 'down'),
		'plan-page-up': asked('a page up', 'pageup'),
		'plan-page-down': asked('a page down', 'pagedown'),
		'plan-top': asked('to the beginning', 'home'),
		'plan-bottom': asked('to the end', 'end'),
		'plan-copy': answers('copy the plan', 'c'),
		'plan-steps-open': answers('take, strike, change or note its steps', 's'),
		'plan-edit': answers('edit the plan in $EDITOR', 'e'),
	}),
	...planWordsGroup({
		'plan-words': hinted(
			'send your words with another answer, such as an approval',
			nextAnswerHint,
			nextAnswerForWords,
			'tab',
		),
	}),
};
