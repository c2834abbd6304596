import { askingAbout } from '../../../core/session/questions/asking.js';
import {
	answerPlace,
	copyPlan,
	dismissPlan,
	editPlan,
	scrollPlanLine,
	scrollPlanPage,
	scrollPlanToEdge,
	writeFeedback,
} from '../../questions/question-keys.js';
import type { ScreenContext } from '../../state/context.js';
import { group } from '../action.js';
import { answersNumber } from './question.js';

const further = 'a further option of the agent';

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
	'plan-option-4': { ...answersNumber(4), help: further },
	'plan-option-5': { ...answersNumber(5), help: further },
	'plan-option-6': { ...answersNumber(6), help: further },
	'plan-option-7': { ...answersNumber(7), help: further },
	'plan-option-8': { ...answersNumber(8), help: further },
	'plan-option-9': { ...answersNumber(9), help: further },
	'plan-scroll-up': { keys: ['up'], help: 'a line up', run: scrollPlanLine(-1) },
	'plan-scroll-down': { keys: ['down'], help: 'a line down', run: scrollPlanLine(1) },
	'plan-page-up': { keys: ['pageup'], help: 'a page up', run: scrollPlanPage(-1) },
	'plan-page-down': { keys: ['pagedown'], help: 'a page down', run: scrollPlanPage(1) },
	'plan-top': { keys: ['home'], help: 'to the beginning', run: scrollPlanToEdge(-1) },
	'plan-bottom': { keys: ['end'], help: 'to the end', run: scrollPlanToEdge(1) },
	'plan-copy': { keys: ['c'], help: 'copy the plan', hint: 'copy', waits: 'before', run: copyPlan },
	'plan-edit': { keys: ['e'], help: 'edit the plan in $EDITOR', hint: 'editor', waits: 'before', run: editPlan },
	'plan-dismiss': {
		keys: ['escape'],
		help: 'keep planning, or reject it in another mode',
		waits: 'before',
		run: dismissPlan,
	},
});
