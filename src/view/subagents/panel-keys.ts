import { findCallIndex } from '../../core/session/entries/find-call.js';
import { isBeside } from '../../core/session/question.js';
import { isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import type { ActionId } from '../keys/action-ids.js';
import { isConfirmedBy, isStillAsked } from '../panel/confirm.js';
import { moveOf, rowAfter } from '../panel/list-keys.js';
import { refuse, saying, stay } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { OpenPanel } from '../state/panel-name.js';
import { toast } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { panelRows, rowsOf, selectedIndex, wholeOf } from './draw-panel.js';
import { questionOf, titleOf } from './figures.js';
import type { PanelStep, SubagentsPanelState } from './panel-state.js';
import * as messages from './subagents-messages.js';
import { openTranscript } from './transcript-view.js';

/** What a key of the panel, or of every list, does. `panel` is the one that is open, to come back to. */
export function act(
	given: SubagentsPanelState,
	context: ScreenContext,
	id: ActionId,
	rows: number,
	panel: OpenPanel,
): PanelStep {
	// Any other key takes the question back.
	const state = id === 'subagents-cancel' ? given : { ...given, cancelling: null };
	const nodes = rowsOf(wholeOf(context));
	const at = selectedIndex(state, nodes);
	const subagent = nodes[at]?.subagent;
	const move = moveOf(id, Math.max(1, panelRows(nodes.length, rows).list));
	if (move !== null) {
		const next = nodes[rowAfter(at, move, nodes.length)];
		return stay({ ...state, selected: next?.subagent.id ?? null });
	}
	if (id === 'picker-close') return { state: null, requests: [] };
	if (subagent === undefined) return stay(state);
	switch (id) {
		case 'subagents-open':
		case 'picker-accept':
			return open(state, context, subagent, panel);
		case 'subagents-cancel':
			return cancel(state, context, subagent);
		case 'subagents-answer':
			return goToQuestion(state, context, subagent);
		default:
			return stay(state);
	}
}

function open(state: SubagentsPanelState, context: ScreenContext, { cardId }: Subagent, panel: OpenPanel): PanelStep {
	const session = wholeOf(context);
	if (findCallIndex(session, cardId) < 0) return refuse(state, context, messages.GONE);
	return { state, ui: openTranscript({ ...context, session }, cardId, panel), requests: [] };
}

/** Why a sub-agent cannot be stopped now; null where it can. */
export function whyNotCancelled(context: ScreenContext, subagent: Subagent): string | null {
	if (!isAtWork(subagent) && subagent.status !== 'idle' && subagent.status !== 'unknown') return messages.HAS_ENDED;
	if (subagent.canCancel) return null;
	return wholeOf(context).turn === null ? messages.CANNOT_CANCEL_LATE : messages.CANNOT_CANCEL;
}

/** Stops it at the second key: the first says what it will do. */
function cancel(state: SubagentsPanelState, context: ScreenContext, subagent: Subagent): PanelStep {
	const { now } = context;
	const why = whyNotCancelled(context, subagent);
	if (why !== null) return refuse({ ...state, cancelling: null }, context, why);
	const { cancelling } = state;
	const isAsked = cancelling?.id === subagent.id && isStillAsked(now, cancelling.at);
	const asked: SubagentsPanelState = { ...state, selected: subagent.id, cancelling: { id: subagent.id, at: now } };
	if (!isAsked || !isConfirmedBy(now, cancelling.at)) {
		const words = messages.cancelAgain(titleOf(subagent));
		return { state: isAsked ? asked : saying(asked, { type: 'words', text: words }), requests: [] };
	}
	return cancelled({ ...state, cancelling: null }, context, subagent);
}

/** Stops it at once. */
export function cancelled(state: SubagentsPanelState, context: ScreenContext, subagent: Subagent): PanelStep {
	const words = messages.cancelAsked(titleOf(subagent));
	return {
		state: saying(state, { type: 'words', text: words }),
		ui: toast(context.ui, words, context.now),
		requests: [{ type: 'dispatch', event: { type: 'cancel-subagent', id: subagent.id } }],
	};
}

/** Closes the panel with the question in front that the sub-agent waits with. */
export function goToQuestion(state: SubagentsPanelState, context: ScreenContext, subagent: Subagent): PanelStep {
	const question = questionOf(context, subagent);
	if (question === undefined) return refuse(state, context, messages.WAITS_FOR_NOTHING);
	const { id: questionId } = question;
	const forms = isBeside(question) ? formsIn(context.ui) : null;
	// A form that keeps no turn waiting is not among the others until it is opened.
	const ui: UiState = forms === null ? context.ui : { ...context.ui, forms: forms.opening(questionId) };
	return { state: null, ui, requests: [{ type: 'dispatch', event: { type: 'show-question', questionId } }] };
}
