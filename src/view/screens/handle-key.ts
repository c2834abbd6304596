import { droppedImages } from '../composer/dropped-images.js';
import type { Key } from '../keys/key.js';
import type { MouseEvent } from '../keys/mouse.js';
import { resolve, typedText } from '../keys/resolve.js';
import { onAskAction } from './ask-keys.js';
import { act, onComposerAction } from './composer-keys.js';
import type { ScreenContext } from './context.js';
import { focusOf } from './focus.js';
import type { Frame, FrameRenderer } from './frame.js';
import { onGlobalAction, scrollTranscript } from './global-keys.js';
import { onPanelAction } from './panel-keys.js';
import { show, type UiStep, want } from './step.js';

/** Lines that one notch of the wheel scrolls. */
const WHEEL_LINES = 3;

/**
 * What a key does, given what is on the screen. Pure: the same key on the same screen always does
 * the same. `frame` is the one that the person saw when they pressed it.
 */
export function handleKey(context: ScreenContext, frame: Frame, renderer: FrameRenderer, key: Key): UiStep {
	// The focus is judged by the pause before this key, so the key counts only from now on.
	const focus = focusOf(context);
	const action = resolve(key, focus, context.table);
	const seen: ScreenContext = { ...context, ui: { ...context.ui, lastKeyAt: context.now } };
	if (action === null) {
		const text = typedText(key);
		const takesText = focus.includes('composer') || focus.includes('history-search');
		if (text === null || !takesText) return show(seen.ui);
		return act(seen, key.name === 'paste' ? { type: 'paste', text } : { type: 'text', text });
	}
	return (
		onPanelAction(seen, frame, action) ??
		onAskAction(seen, frame, action) ??
		onGlobalAction(seen, frame, renderer, action) ??
		onComposerAction(seen, action)
	);
}

/** A bracketed paste: text, whatever it holds, unless it names pictures. */
export function handlePaste(context: ScreenContext, text: string): UiStep {
	const ui = { ...context.ui, lastKeyAt: context.now };
	if (ui.panel.kind !== 'none' || ui.isTranscriptView) return show(ui);
	// Where the clipboard holds a picture alone, some terminals paste nothing.
	if (text === '') return want(ui, { type: 'paste-image', isQuiet: true });
	const paths = ui.composer.search === null ? droppedImages(text) : null;
	if (paths !== null) return want(ui, { type: 'attach-images', paths, text });
	return act({ ...context, ui }, { type: 'paste', text });
}

/** The wheel scrolls what it is over: the plan under review, else the transcript. */
export function handleMouse(context: ScreenContext, frame: Frame, renderer: FrameRenderer, event: MouseEvent): UiStep {
	const { ui } = context;
	if (event.kind !== 'wheel-up' && event.kind !== 'wheel-down') return show(ui);
	const lines = event.kind === 'wheel-up' ? -WHEEL_LINES : WHEEL_LINES;
	const bounded = (scroll: number): number => Math.max(0, Math.min(frame.lastScroll, scroll + lines));
	if (ui.panel.kind === 'help') return show({ ...ui, panel: { ...ui.panel, scroll: bounded(ui.panel.scroll) } });
	const ask = context.session.asks[0];
	const isOver = ask?.kind === 'exit-plan' || ui.ask?.isOpen === true;
	if (ui.ask !== null && isOver && !ui.isTranscriptView) {
		return show({ ...ui, ask: { ...ui.ask, scroll: bounded(ui.ask.scroll) } });
	}
	return show(scrollTranscript(context, frame, renderer, lines));
}
