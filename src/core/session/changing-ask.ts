import { defined } from '../defined.js';
import type { AppEvent } from '../event.js';
import { withOwnId } from '../policy/choose-option.js';
import type { PermissionOutcome } from '../policy/types.js';
import type { Ask, SessionState } from './state.js';

/** The agent says something else of what a question is about: until that is known, it cannot be allowed. */
export function reduceChanging(state: SessionState, askId: string): SessionState {
	return { ...state, asks: state.asks.map((ask) => (ask.id === askId ? { ...ask, isChanging: true } : ask)) };
}

/** A question is about something else now, or about the same after all. */
export function reduceChanged(
	state: SessionState,
	{ askId, request, because, offers, plan }: Extract<AppEvent, { readonly type: 'ask-changed' }>,
	at: number,
): SessionState {
	const change = (ask: Ask): Ask => {
		const { isChanging: _, ...known } = ask;
		if (request === undefined) return known;
		return {
			...known,
			request,
			changedAt: at,
			...defined({ because, offers, plan }),
		};
	};
	return { ...state, asks: state.asks.map((ask) => (ask.id === askId ? change(ask) : ask)) };
}

/** Whether an answer may stand while its question is changing: a refusal may, whatever it was about. */
export function mayAnswer(ask: Ask, outcome: PermissionOutcome): boolean {
	if (ask.isChanging !== true || outcome.type === 'cancelled') return true;
	const option = withOwnId(ask.options).find((one) => one.id === outcome.optionId);
	return option?.kind === 'reject_once' || option?.kind === 'reject_always';
}
