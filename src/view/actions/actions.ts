import { type Result, succeed } from '../../core/failure.js';
import { ACTION_IDS, type ActionId } from '../keys/action-ids.js';
import { buildKeymap, type KeyBinding, type KeyBindingOverrides, type Keymap, keymapOf } from '../keys/keymap.js';
import { panelInFront } from '../sign-in/in-front.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import type { Action } from './action.js';
import { editText, focusedLine } from './focused-line.js';
import { completionActions, draftActions, vimActions } from './rows/draft-rows.js';
import { panelActions } from './rows/panel-rows.js';
import { questionActions } from './rows/question-rows.js';
import { openSessionsActions, sessionActions } from './rows/screen-rows.js';
import { signInActions } from './rows/sign-in-rows.js';
import { transcriptActions, viewActions } from './rows/transcript-rows.js';

/** Everything about every action. An id without a row, and a row without an id, do not compile. */
export const ACTIONS: Readonly<Record<ActionId, Action>> = {
	...sessionActions,
	...openSessionsActions,
	...viewActions,
	...draftActions,
	...completionActions,
	...vimActions,
	...questionActions,
	...signInActions,
	...transcriptActions,
	...panelActions,
};

export const defaultKeyBindings: readonly KeyBinding[] = ACTION_IDS.map((id) => {
	const { keys, contexts } = ACTIONS[id];
	return { id, keys, contexts };
});

export const defaultKeymap: Keymap = keymapOf(defaultKeyBindings);

/** The keys of the config on top of the defaults, which a test holds free of clashes: a start need not look for them. */
export function keymapWith(own: KeyBindingOverrides): Result<Keymap> {
	return Object.keys(own).length === 0 ? succeed(defaultKeymap) : buildKeymap(defaultKeyBindings, own);
}

/** Does an action on the screen; where it does not apply, gives the reason in the status line. */
export function runAction(context: ScreenContext, layout: ScreenLayout, id: ActionId): UiStep {
	const { contexts, when, run, whyNot, edit } = ACTIONS[id];
	const taken = contexts.includes('global') ? null : formsIn(context.ui)?.act(context, id, layout, edit);
	if (taken != null) return taken;
	const line = contexts.includes('composer') ? focusedLine(context) : null;
	if (line?.isOfSeveralLines === true) return editText(context, line, id, edit);
	const panel = panelInFront(context);
	if (panel !== null && (contexts.includes('picker') || panel.keys.some((own) => contexts.includes(own)))) {
		return panel.act(context, id, layout.overlayRoom ?? layout.overlayRows);
	}
	const isLoading = context.ui.panel.kind === 'loading';
	if (isLoading && id === 'picker-close') return show({ ...context.ui, panel: { kind: 'none' } });
	const step = when?.(context) === false ? null : run(context, layout, id);
	if (step !== null) return step;
	const why = typeof whyNot === 'function' ? whyNot(context) : whyNot;
	return show(why === undefined ? context.ui : toast(context.ui, why, context.now));
}

/** A step with the action run that it asks for, if any. */
export function withRequestedAction(context: ScreenContext, layout: ScreenLayout, step: UiStep): UiStep {
	const request = step.requests.find(({ type }) => type === 'run-action');
	if (request?.type !== 'run-action') return step;
	const { ui, requests } = runAction({ ...context, ui: step.ui }, layout, request.id);
	return { ui, requests: [...step.requests.filter((each) => each !== request), ...requests] };
}

/** Parts of the screen with words of their own for actions: the panel in front, and the forms. */
export function hintersIn(context: ScreenContext): readonly Hinter[] {
	return [panelInFront(context), formsIn(context.ui)].filter((each) => each !== null);
}

type Hinter = { hint(context: ScreenContext, id: ActionId): string | null | undefined };

/** The word of an action in the footer; null: it has none now. */
export function hintOf(context: ScreenContext, id: ActionId, hinters: readonly Hinter[]): string | null {
	for (const hinter of hinters) {
		const words = hinter.hint(context, id);
		if (words !== undefined) return words;
	}
	const { hint, when } = ACTIONS[id];
	if (hint === undefined || when?.(context) === false) return null;
	return typeof hint === 'function' ? hint(context, id) : hint;
}
