import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Key, keyId } from '../../terminal/key.js';
import { droppedImages } from '../composer/dropped-images.js';
import type { ActionId } from '../keys/bindings.js';
import { resolve, typedText } from '../keys/resolve.js';
import { acceptEdits } from '../questions/accept-edits.js';
import { REPEATS_WITHIN } from '../questions/answer-guard.js';
import { heldWords, holdKey, letGo, onKeyAfterHeld } from '../questions/pending-key.js';
import { onQuestionAction } from '../questions/question-keys.js';
import type { ScreenContext } from '../state/context.js';
import { focusOf } from '../state/focus.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, toast, type UiStep, want } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { act, onComposerAction } from './composer-keys.js';
import { keepWords } from './end-turn.js';
import { onGlobalAction, TOO_FAST } from './global-keys.js';
import { onPanelAction } from './panel-keys.js';
import { setQuery } from './search-steps.js';
import { onTranscriptAction } from './transcript-keys.js';

/**
 * What a key does, given what is on the screen. Pure: the same key on the same screen always does
 * the same. `layout` is the one that the person saw when they pressed it.
 */
export function handleKey(context: ScreenContext, layout: ScreenLayout, key: Key): UiStep {
	const press = (free: ScreenContext): UiStep => pressKey(free, layout, key);
	if (isStillDown(context, key)) return show({ ...toast(context.ui, TOO_FAST, context.now), lastKeyAt: context.now });
	const step = onKeyAfterHeld(context, layout, key, press) ?? press(context);
	return isAnswer(step) ? { ...step, ui: { ...step.ui, lastAnswer: { id: keyId(key), at: context.now } } } : step;
}

function pressKey(context: ScreenContext, layout: ScreenLayout, key: Key): UiStep {
	// The focus is judged by the pause before this key, so the key counts only from now on.
	const focus = focusOf(context);
	const action = resolve(key, focus, context.table);
	const { selection } = context.ui;
	// esc acts on the topmost thing, and that is what was selected last; other keys only let go of it.
	const isUnselecting = selection !== null && key.name === 'escape' && context.ui.panel.kind === 'none';
	const isMoving = action !== null && /^(?:scroll|transcript)-/.test(action);
	const kept = isMoving && !isUnselecting ? selection : null;
	const seen: ScreenContext = { ...context, ui: { ...context.ui, lastKeyAt: context.now, selection: kept } };
	if (isUnselecting) return show(seen.ui);
	if (action === null) {
		const text = typedText(key);
		if (text !== null && focus[0] === 'transcript-search') return typeIntoSearch(seen, text);
		if (text !== null && seen.ui.panel.kind === 'help') return findKey(seen.ui, seen.ui.panel, text);
		// Nobody types into a list: words go to the draft, and the list, which enter would act on, is gone.
		if (text !== null && focus[0] === 'picker') {
			const { panel } = seen.ui;
			const ui = { ...seen.ui, panel: { kind: 'none' as const } };
			const step = act({ ...seen, ui }, key.name === 'paste' ? { type: 'paste', text } : { type: 'text', text });
			return panel.kind === 'picker' ? { ...step, ui: keepWords(step.ui, panel.picker) } : step;
		}
		const takesText = focus.includes('composer') || focus.includes('history-search');
		if (text === null || !takesText) return show(seen.ui);
		return act(seen, key.name === 'paste' ? { type: 'paste', text } : { type: 'text', text });
	}
	return (
		onPanelAction(seen, layout, action) ??
		keepListWords(
			seen,
			holdKey({ ...seen, ui: { ...seen.ui, lastKeyAt: context.ui.lastKeyAt } }, layout, action, key) ??
				onQuestion(seen, layout, action, context.ui.lastKeyAt) ??
				(action === 'cycle-mode' ? acceptEdits(seen, context.ui.lastKeyAt) : null) ??
				onTranscriptAction(seen, layout, action) ??
				onGlobalAction(seen, layout, action) ??
				onComposerAction(seen, action),
		)
	);
}

/** A key that puts something else in the place of an open list: the words that the list kept go back to the draft. */
function keepListWords({ ui: { panel } }: ScreenContext, step: UiStep): UiStep {
	const isGone = panel.kind === 'picker' && step.ui.panel !== panel;
	return isGone ? { ...step, ui: keepWords(step.ui, panel.picker) } : step;
}

/**
 * A key that has just answered a question and comes again at the next one may still be held down: it means nothing
 * there. A letter need not be kept from that: two of them in turn are a word.
 */
function isStillDown({ ui, now }: ScreenContext, key: Key): boolean {
	const { question, lastAnswer } = ui;
	if (question === null || lastAnswer === null || typedText(key) !== null) return false;
	return keyId(key) === lastAnswer.id && question.shownAt >= lastAnswer.at && now < lastAnswer.at + REPEATS_WITHIN;
}

function isAnswer({ requests }: UiStep): boolean {
	return requests.some((request) => request.type === 'dispatch' && request.event.type.startsWith('answer'));
}

/** A key that moved something in the question was meant for it: no pause is owed after it. */
function onQuestion(seen: ScreenContext, layout: ScreenLayout, action: ActionId, keyBefore: number): UiStep | null {
	const step = onQuestionAction(seen, layout, action);
	if (step === null || step.ui.question === null || step.ui.question === seen.ui.question) return step;
	return { ...step, ui: { ...step.ui, lastKeyAt: keyBefore } };
}

/** A bracketed paste: text, whatever it holds, unless it names pictures. */
export function handlePaste(context: ScreenContext, text: string): UiStep {
	const held = context.ui.question?.held ?? null;
	if (held !== null && text !== '') {
		const words = heldWords({ ...context, ui: letGo(context.ui) }, held, '');
		return handlePaste({ ...context, ui: words.ui }, text);
	}
	const ui = { ...context.ui, lastKeyAt: context.now };
	if (ui.panel.kind === 'none' && ui.search?.isTyping === true) return typeIntoSearch({ ...context, ui }, text);
	if (ui.panel.kind !== 'none' || ui.isTranscriptView) return show(ui);
	// Where the clipboard holds a picture alone, some terminals paste nothing.
	if (text === '') return want(ui, { type: 'paste-image', isQuiet: true });
	const paths = ui.composer.search === null ? droppedImages(text) : null;
	if (paths !== null) return want(ui, { type: 'attach-images', paths, text });
	return act({ ...context, ui }, { type: 'paste', text });
}

/** Typing over the help finds what has these words. */
function findKey(ui: UiState, panel: Extract<UiState['panel'], { kind: 'help' }>, text: string): UiStep {
	const typed = sanitizeLine(text.split(/[\r\n]/, 1)[0] ?? '');
	return show({ ...ui, panel: { ...panel, scroll: 0, filter: (panel.filter + typed).trimStart().slice(0, 40) } });
}

function typeIntoSearch(context: ScreenContext, text: string): UiStep {
	const { search } = context.ui;
	if (search === null) return show(context.ui);
	const line = sanitizeLine(text.split(/[\r\n]/, 1)[0] ?? '').slice(0, MOST_QUERY);
	return show(setQuery(context, search, (search.text + line).slice(0, MOST_QUERY)));
}

/** Nobody looks for a longer text. */
const MOST_QUERY = 500;
