import type { Key } from '../../terminal/key.js';
import { reduceComposer } from '../composer/composer.js';
import { droppedImages } from '../composer/dropped-images.js';
import { isAtRest, isCommanding } from '../composer/vim-keys.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import { resolveKey } from '../keys/keymap.js';
import { afterKey, REPEATS_WITHIN } from '../panel/guard.js';
import { type LoadedPanel, panelIn } from '../panel/loaded-panel.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import {
	areAnswerKeys,
	holdsEarlyKeys,
	isDraftFree,
	QUESTION_CONTEXTS,
	rememberEarlyKey,
	withoutEarlyKeys,
} from '../questions/early-keys.js';
import { MESSAGE_FIRST } from '../questions/questions-messages.js';
import { panelOfSignIn } from '../sign-in/in-front.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep, withoutToast, withRequests } from '../state/ui-step.js';
import { ACTIONS, runAction } from './actions.js';
import { pressChord } from './chords.js';
import { act } from './draft-actions.js';
import { focusOf } from './focus.js';
import { focusedLine, typeIntoLine } from './focused-line.js';
import { isStillDown, rememberKey } from './held-key.js';
import { keepPending, onKeyAfterPending, pendingWords, releasePending } from './pending-key.js';

/**
 * Carries out a key, given what is on the screen. Pure: the same key on the same screen always does
 * the same. `layout` is the one that the user saw when they pressed it.
 */
export function handleKey(context: ScreenContext, layout: ScreenLayout, key: Key): UiStep {
	const press = (free: ScreenContext): UiStep => pressKey(free, layout, key);
	if (isStillDown(context, key)) return show({ ...toast(context.ui, TOO_FAST, context.now), lastKeyAt: context.now });
	return rememberKey(context, onKeyAfterPending(context, layout, key, press) ?? press(context), key);
}

function pressKey(context: ScreenContext, layout: ScreenLayout, key: Key): UiStep {
	// The focus is judged by the pause before this key, so the key counts only from now on.
	const focus = focusOf(context);
	const chord = pressChord(context, focus, key, (free, id) => bound(free, layout, id));
	if (chord !== null) return pressed(chord, context.now);
	const action = resolveKey(key, focus, context.table);
	if (holdsEarlyKeys(context.ui) && isForQuestion(context, focus, action)) {
		const free = { ...context, ui: withoutEarlyKeys(context.ui) };
		// The key that leaves acts on the topmost thing, which is the draft.
		return key.name === 'escape' ? pressed(show(free.ui), context.now) : pressKey(free, layout, key);
	}
	// esc acts on the topmost thing, which is the selection; other keys only clear it.
	const { ui } = context;
	if (ui.selection !== null && key.name === 'escape' && ui.panel.kind === 'none')
		return withoutSelection(pressed(show(ui), context.now));
	const step = pressFocused(context, layout, focus, key, action);
	return action !== null && ACTIONS[action].keepsSelection === true ? step : withoutSelection(step);
}

function withoutSelection<S extends { readonly ui: UiState }>(step: S): S {
	return step.ui.selection === null ? step : { ...step, ui: { ...step.ui, selection: null } };
}

function pressFocused(
	context: ScreenContext,
	layout: ScreenLayout,
	focus: readonly KeyContext[],
	key: Key,
	action: ActionId | null,
): UiStep {
	const { ui, now } = context;
	const press = (free: ScreenContext): UiStep => pressKey(withoutSelection(free), layout, key);
	const ofPanel = action !== null && ACTIONS[action].isOfList === true ? action : null;
	const room = layout.overlayRoom ?? layout.overlayRows;
	const taken = panelIn(ui)?.key(context, { key, action: ofPanel, room }, press);
	if (taken != null) return pressed(taken, now);
	if (isForDraft(context, key, action)) return pressed(typeKey(context, focus, key), now);
	if (action === null) {
		const walk = walkOfVim(context, focus, key);
		return pressed(walk === null ? typeKey(context, focus, key) : runAction(context, layout, walk), now);
	}
	const isEditingDraft = focus[0] === 'sign-in' && ACTIONS[action].contexts.includes('composer');
	const free = isEditingDraft ? { ...context, ui: withSignInUnfocused(ui) } : context;
	return keepPending(free, layout, action, key) ?? bound(free, layout, action);
}

/** Whether a character is meant for the draft though it is a key of the panel in front, which has nothing to do with it. */
function isForDraft(context: ScreenContext, key: Key, action: ActionId | null): boolean {
	const panel = panelIn(context.ui);
	if (key.typed === null || action === null || panel?.isIdle?.(context) !== true) return false;
	return panel.isClosedBy?.(action) !== true;
}

/** Whether a key means something to the question in front, which takes keys now. */
function isForQuestion(context: ScreenContext, [focus]: readonly KeyContext[], action: ActionId | null): boolean {
	if (formsIn(context.ui)?.focus(context) != null) return true;
	const isAsking = focus !== undefined && (focus === 'ask-rule' || QUESTION_FOCUS.has(focus));
	return isAsking && action !== null && ACTIONS[action].contexts.includes(focus);
}

const QUESTION_FOCUS: ReadonlySet<KeyContext> = new Set(Object.values(QUESTION_CONTEXTS));

/**
 * Does what the key of an action does, for a click: where the key would mean something else now, or would come too early
 * to answer, nothing but a word.
 */
export function pressAction(context: ScreenContext, layout: ScreenLayout, id: ActionId): UiStep {
	const { contexts, keepsSelection } = ACTIONS[id];
	const released = releasePending(context.ui);
	const ui = keepsSelection === true ? released : { ...released, selection: null };
	const seen = { ...context, ui };
	const focus = focusOf(seen);
	if (!contexts.some((one) => focus.includes(one))) {
		const isAsking = ui.question !== null && ui.panel.kind === 'none';
		const why = isDraftFree(ui) ? TOO_FAST : MESSAGE_FIRST;
		return isAsking ? pressed(show(toast(ui, why, context.now)), context.now) : show(ui);
	}
	const isEarly = holdsEarlyKeys(ui) && isForQuestion(seen, focus, id);
	return bound(isEarly ? { ...seen, ui: withoutEarlyKeys(ui) } : seen, layout, id);
}

function bound(context: ScreenContext, layout: ScreenLayout, id: ActionId): UiStep {
	const { ui, now } = context;
	const { contexts, movesInQuestion, isOfList } = ACTIONS[id];
	const step = withoutOldToast(ui, runAction(context, layout, id));
	// A key that moved something in the question was meant for it: no pause is owed after it.
	const hasMoved = step.ui.question !== null && step.ui.question !== ui.question;
	const after = movesInQuestion === true && hasMoved ? step : pressed(step, now);
	const isEdit = contexts.includes('composer') && focusedLine(context)?.isOfSeveralLines === true;
	return isOfList === true || isEdit ? after : leavingPanel(ui, after);
}

/** A panel that a key opens begins without the words about what was done before. */
function withoutOldToast(before: UiState, step: UiStep): UiStep {
	const isOpened = before.panel.kind === 'none' && step.ui.panel.kind !== 'none';
	return isOpened && step.ui.toast === before.toast ? { ...step, ui: withoutToast(step.ui) } : step;
}

/** A step that puts something else in the place of an open list closes that. */
export function leavingPanel(before: UiState, step: UiStep): UiStep {
	const panel = panelIn(before);
	if (panel === null || step.ui.panel === before.panel) return step;
	const left = panel.leave(step.ui);
	return { ui: left.ui, requests: [...left.requests, ...step.requests] };
}

/** A step of a key or a click, which the next one that answers has to wait after. */
export function pressed(step: UiStep, now: number): UiStep {
	return { ...step, ui: { ...step.ui, ...afterKey(step.ui, now) } };
}

function typeKey(context: ScreenContext, focus: readonly KeyContext[], key: Key): UiStep {
	const { ui } = context;
	const text = key.typed;
	if (text === null) return show(ui);
	const taken = formsIn(ui)?.type(context, text, key.name === 'paste');
	if (taken != null) return taken;
	const line = focus.includes('line') ? focusedLine(context) : null;
	if (line !== null) return typeIntoLine(context, line, text, key.name === 'paste');
	if (focus[0] === 'sign-in') return panelOfSignIn(context)?.type(context, text) ?? typePastSignIn(context, key, text);
	switch (ui.panel.kind) {
		case 'loading': {
			const underneath = withoutOpeningReview(ui);
			if (underneath !== null) return typeIntoDraft({ ...context, ui: underneath }, key, text);
			return show({ ...ui, panel: { ...ui.panel, typed: ui.panel.typed + text } });
		}
		case 'loaded':
			return typeIntoPanel(context, key, text);
		case 'none':
			return focus.includes('composer') || focus.includes('history-search')
				? typeWhileAsked(context, key, text)
				: show(ui);
	}
}

/**
 * Action of `j` and `k` where they lead out of the text: through the history, or over the rows below a line; else null.
 */
function walkOfVim(context: ScreenContext, focus: readonly KeyContext[], key: Key): ActionId | null {
	const { composer, lineDraft } = context.ui;
	const state = lineDraft ?? composer;
	if (!isCommanding(state) || !isAtRest(state) || (key.typed !== 'j' && key.typed !== 'k')) return null;
	const isDown = key.typed === 'j';
	// A text of several lines has lines of its own to walk over.
	if (lineDraft !== undefined) {
		const isLine = focus.includes('line') && !focus.includes('composer');
		return !isLine ? null : isDown ? 'picker-next' : 'picker-previous';
	}
	if (!focus.includes('composer') || formsIn(context.ui)?.focus(context) != null) return null;
	const { text, cursor } = composer.draft;
	const isAtEdge = isDown ? !text.includes('\n', cursor) : !text.slice(0, cursor).includes('\n');
	return !isAtEdge ? null : isDown ? 'move-down' : 'move-up';
}

/** Gives the panel its text; what it refuses goes into the draft, and the panel closes: enter would act on it. */
function typeIntoPanel(context: ScreenContext, key: Key, text: string): UiStep {
	const { ui, table } = context;
	const panel = panelIn(ui);
	if (panel !== null && table.byContext.get('empty-draft')?.get(text) === 'help') return helpOver(ui, panel);
	const taken = panel?.type(context, text);
	if (taken != null) return taken;
	const step = typeIntoDraft({ ...context, ui: { ...ui, panel: { kind: 'none' } } }, key, text);
	const left = panel?.leave(step.ui) ?? show(step.ui);
	return { ui: left.ui, requests: [...left.requests, ...step.requests] };
}

/** The keys that work in a panel, over it. */
function helpOver(ui: UiState, over: LoadedPanel): UiStep {
	const name = 'help';
	return withRequests({ ...ui, panel: { kind: 'loading', name, typed: '', over } }, { type: 'load-panel', name });
}

/** A character for the draft while a question may be in front; what would answer that is remembered as early. */
function typeWhileAsked(context: ScreenContext, key: Key, text: string): UiStep {
	const { ui, now } = context;
	const [question] = context.session.questions;
	// In vim's normal mode the keys that answer a question are not commands.
	const isAsked = isCommanding(ui.composer) && question !== undefined && ui.question !== null && isDraftFree(ui);
	if (isAsked && areAnswerKeys(text, question, ui.question, context.table)) return show(toast(ui, TOO_FAST, now));
	// Words that come long after a key that answered nothing do not begin with it.
	const isForgotten = holdsEarlyKeys(ui) && now >= ui.lastKeyAt + REPEATS_WITHIN;
	const step = typeIntoDraft(isForgotten ? { ...context, ui: withoutEarlyKeys(ui) } : context, key, text);
	return { ...step, ui: rememberEarlyKey(context.ui, step.ui, question, key, context.table) };
}

/** Words are for the draft, which has the keys from then on. */
function typePastSignIn(context: ScreenContext, key: Key, text: string): UiStep {
	return typeIntoDraft({ ...context, ui: withSignInUnfocused(context.ui) }, key, text);
}

function withSignInUnfocused(ui: UiState): UiState {
	return ui.signIn === null ? ui : { ...ui, signIn: { ...ui.signIn, hasFocus: false } };
}

function typeIntoDraft(context: ScreenContext, key: Key, text: string): UiStep {
	return act(context, { type: key.name === 'paste' ? 'paste' : 'text', text });
}

/** The screen without the review that is about to open by itself, with what was typed meanwhile; null for any other. */
function withoutOpeningReview(ui: UiState): UiState | null {
	const { panel } = ui;
	if (panel.kind !== 'loading' || panel.name !== 'changes' || ui.review?.isUnasked !== true) return null;
	const composer = reduceComposer(ui.composer, { type: 'text', text: panel.typed });
	return { ...ui, composer, panel: { kind: 'none' }, review: { ...ui.review, isUnasked: false } };
}

const NO_PANEL = { kind: 'none' } as const;

/** A bracketed paste: text, whatever it holds, unless it names pictures. */
export function handlePaste(context: ScreenContext, text: string): UiStep {
	const pending = context.ui.question?.pendingKey ?? null;
	if (pending !== null && text !== '') {
		const words = pendingWords({ ...context, ui: releasePending(context.ui) }, pending, '');
		return handlePaste({ ...context, ui: words.ui }, text);
	}
	const taken = formsIn(context.ui)?.type(context, text, true);
	if (taken != null) return pressed(taken, context.now);
	const ui = { ...context.ui, lastKeyAt: context.now };
	// Whether a sign-in takes keys is judged by the pause before this one.
	const line = focusOf(context).includes('line') ? focusedLine(context) : null;
	if (line !== null) return pressed(typeIntoLine(context, line, text, true), context.now);
	const panel = panelIn(ui);
	const isIdle = panel?.isIdle?.(context) === true;
	const underneath = isIdle
		? { ...ui, panel: NO_PANEL }
		: (panel?.underneath({ ...context, ui }) ?? withoutOpeningReview(ui));
	if (underneath !== null) return handlePaste({ ...context, ui: underneath }, text);
	if (ui.panel.kind !== 'none' || ui.isTranscriptView) return show(ui);
	// Where the clipboard holds a picture alone, some terminals paste nothing.
	if (text === '') return withRequests(ui, { type: 'paste-image', isQuiet: true });
	const paths = ui.composer.search === null ? droppedImages(text) : null;
	if (paths !== null) return withRequests(ui, { type: 'attach-images', paths, text });
	return act({ ...context, ui }, { type: 'paste', text });
}
