import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, type UiStep } from '../state/step.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { UiState } from '../state/ui-state.js';
import { END } from '../transcript/position.js';
import { type nextPrompt, scroll, scrollToStart } from '../transcript/scroll.js';

/** The screen with the transcript moved by `lines` (negative: up). */
export function scrollTranscript(context: ScreenContext, layout: ScreenLayout, lines: number): UiState {
	const { session, ui } = context;
	const anchor = scroll(session.entries, transcriptContext(context), ui.anchor, layout.transcriptRows, lines);
	return { ...ui, anchor };
}

/** A line up (-1) or down (1). */
export const scrollLine =
	(direction: -1 | 1) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep =>
		show(scrollTranscript(context, layout, direction));

/** A page up (-1) or down (1). */
export const scrollPage =
	(direction: -1 | 1) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep =>
		show(scrollTranscript(context, layout, direction * Math.max(1, layout.transcriptRows - 2)));

/** To the prompt above or below. */
export const scrollToPrompt =
	(find: typeof nextPrompt) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep => {
		const { session, ui } = context;
		return show({ ...ui, anchor: find(session.entries, transcriptContext(context), ui.anchor, layout.transcriptRows) });
	};

/** To the first line. */
export const scrollToBeginning = ({ ui }: ScreenContext): UiStep => show({ ...ui, anchor: scrollToStart() });

/** To the last line, which is then followed. */
export const scrollToEnd = ({ ui }: ScreenContext): UiStep => show({ ...ui, anchor: END });
