import type { ScreenContext } from '../state/context.js';
import { type Typed, wordsOf } from '../state/slash-command.js';
import { show, toast, type UiRequest, type UiStep, withEvent, withRequests } from '../state/step.js';
import { END } from '../transcript/position.js';
import { PLAN_MODE_OFF, STILL_WORKING } from './slash-commands-messages.js';

/** `/plan`: plan mode, and what is to be planned if that was said; with `done` the agent's last words are reviewed. */
export function runPlan(context: ScreenContext, typed: Typed): UiStep {
	if (typed.command.args === 'done') return reviewPlan(context);
	const { ui } = context;
	const words = wordsOf(typed);
	const isOn: UiRequest = { type: 'dispatch', event: { type: 'set-mode', mode: 'plan' } };
	return words === null ? withRequests(ui, isOn) : withRequests({ ...ui, anchor: END }, isOn, words.send);
}

function reviewPlan({ ui, session, now }: ScreenContext): UiStep {
	if (session.mode.mode !== 'plan') return show(toast(ui, PLAN_MODE_OFF, now));
	if (session.turn !== null) return show(toast(ui, STILL_WORKING, now));
	return withEvent(ui, { type: 'review-plan' });
}
