import { keyOf } from '../../terminal/key.js';
import { SHOWN_FOR } from '../panel/guard.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import { askSessions } from '../pickers/open-sessions-panel.js';
import { panelInFront } from '../sign-in/in-front.js';
import { runNamedCommand } from '../slash-commands/run-slash-command.js';
import type { ScreenContext } from '../state/context.js';
import { recentsInReach } from '../state/first-screen.js';
import { formsIn } from '../state/loaded-forms.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import { answerOf, type FormTarget, type Target } from '../target.js';
import { openRecent } from './first-key.js';
import { handleKey, leavingPanel, pressAction, pressed } from './handle-key.js';
import { releasePending } from './pending-key.js';

/** A click on a target, or between the parts of what lies over the transcript; null: it is none of these. */
export function clickOn(
	context: ScreenContext,
	layout: ScreenLayout,
	target: Target | null,
	isOnOverlay: boolean,
): UiStep | null {
	const panel = panelInFront(context);
	const isOnPanel = isOnOverlay && panel !== null ? show(context.ui) : null;
	if (target === null) return isOnPanel ?? (isOnOverlay ? clickForm(context, null) : null);
	if (answerOf(target) !== null && hasJustMoved(context))
		return pressed(show(toast(releasePending(context.ui), TOO_FAST, context.now)), context.now);
	switch (target.type) {
		case 'action':
			return pressAction(context, layout, target.id);
		case 'character':
			return handleKey(context, layout, keyOf('char', target.text));
		case 'command':
			return leavingPanel(context.ui, runNamedCommand(context, target.name, target.args));
		case 'session':
			return askSessions({ do: 'show', id: target.id })(context);
		case 'recent':
			return recentsInReach(context)[target.at] === undefined ? show(context.ui) : openRecent(context, target.at);
		case 'row':
		case 'line':
			return panel?.click(context, target, layout.overlayRoom ?? 1) ?? show(context.ui);
		case 'form-field':
		case 'form-option':
		case 'form-row':
			return clickForm(context, target) ?? show(context.ui);
	}
}

/** Whether answers came to stand elsewhere so shortly before that the click may have been meant for another. */
function hasJustMoved({ ui, now }: ScreenContext): boolean {
	return ui.question?.placedAt !== undefined && now < ui.question.placedAt + SHOWN_FOR;
}

function clickForm(context: ScreenContext, target: FormTarget | null): UiStep | null {
	const step = formsIn(context.ui)?.click(context, target) ?? null;
	// Clicks one after the other answer no sooner than keys do.
	return step === null ? null : pressed(step, context.now);
}
