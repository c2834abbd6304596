import { defined } from '../../core/defined.js';
import { chooseOption } from '../../core/policy/choose-option.js';
import type { PermissionQuestion } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiRequest, type UiStep } from '../state/ui-step.js';
import { isDraftFree, mayAnswer } from './early-keys.js';
import { isCurrent } from './follow-question.js';
import * as messages from './questions-messages.js';

/**
 * The key of the modes on an open question: where it is about an edit that accept edits mode allows, it is
 * accepted, and so are that mode and what waits behind it and is of the same kind. Else nothing happens but a word why.
 * Null where no question is in the way of changing the mode.
 */
export function acceptEdits({ session, ui, now }: ScreenContext): UiStep | null {
	const question = session.questions[0];
	if (question === undefined || ui.question?.questionId !== question.id || ui.panel.kind !== 'none') return null;
	const no = (why: string): UiStep => show(toast(ui, why, now));
	if (question.kind === 'exit-plan')
		return no('Answer the plan first: 1 approves it, 2 also accepts edits, 3 does not approve it');
	if (question.kind !== 'permission') return no('Answer the question first');
	if (!isDraftFree(ui)) return no(messages.MESSAGE_FIRST);
	if (!isCurrent(ui.question, question) || !mayAnswer(ui.question, true, ui, now)) return no(TOO_FAST);
	const why = notAccepted(session, question);
	if (why !== null) return no(why);
	const answers = session.questions.flatMap((one): UiRequest[] => {
		const isAccepted = one.kind === 'permission' && notAccepted(session, one) === null;
		const option = isAccepted ? chooseOption(one.options, 'allow') : null;
		if (option === null) return [];
		const outcome = { type: 'selected', optionId: option.id } as const;
		return [{ type: 'dispatch', event: { type: 'answer', questionId: one.id, outcome } }];
	});
	return {
		ui,
		requests: [
			...answers,
			{ type: 'dispatch', event: { type: 'set-mode', mode: 'acceptEdits', ...defined({ own: session.mode.own }) } },
		],
	};
}

/** Why accept edits mode would not allow this; null when it would. */
function notAccepted({ mode }: SessionState, question: PermissionQuestion): string | null {
	if (mode.mode === 'plan') return 'Plan mode is on: answer with the keys above';
	if (question.request.kind !== 'edit') return 'Accept edits covers only edits: answer with the keys above';
	const { inAcceptEdits: verdict } = question;
	if (verdict?.decision !== 'allow') return `Accept edits does not cover this: ${verdict?.because ?? question.because}`;
	return chooseOption(question.options, 'allow') === null ? 'The agent offers no clear “allow once”' : null;
}
