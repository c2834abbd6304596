import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { UiState } from '../state/ui-state.js';
import { show, type UiStep } from '../state/ui-step.js';
import {
	type Anchor,
	END,
	type nextPrompt,
	type Position,
	START,
	scroll,
	scrollToLine,
} from '../transcript/position.js';
import type { RenderContext } from '../transcript/render-context.js';
import { transcriptWindow } from '../transcript/window.js';

export function scrollTranscript(context: ScreenContext, layout: ScreenLayout, lines: number): UiState {
	const { session, ui } = context;
	const anchor = scroll(session.entries, transcriptContext(context), ui.anchor, layout.transcriptRows, lines);
	return { ...ui, anchor };
}

export const scrollLine =
	(direction: -1 | 1) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep =>
		show(scrollTranscript(context, layout, direction));

export const scrollPage =
	(direction: -1 | 1) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep =>
		show(scrollTranscript(context, layout, direction * Math.max(1, layout.transcriptRows - 2)));

export const scrollToPrompt =
	(find: typeof nextPrompt) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep => {
		const { session, ui } = context;
		return show({ ...ui, anchor: find(session.entries, transcriptContext(context), ui.anchor, layout.transcriptRows) });
	};

export const scrollToBeginning = ({ ui }: ScreenContext): UiStep => show({ ...ui, anchor: START });

export const scrollToEnd = ({ ui }: ScreenContext): UiStep => show({ ...ui, anchor: END });

/** The anchor that shows a line: the present one if it does, else one with the line a third below the top. */
export function reveal(
	{ session, ui }: Pick<ScreenContext, 'session' | 'ui'>,
	layout: Pick<ScreenLayout, 'transcriptRows'>,
	transcript: RenderContext,
	position: Position,
): Anchor {
	const height = layout.transcriptRows;
	const { rows } = transcriptWindow(session.entries, transcript, ui.anchor, height);
	if (rows.some((row) => row.entry === position.entry && row.line === position.line)) return ui.anchor;
	return scrollToLine(session.entries, transcript, position, height, Math.floor(height / 3));
}
