import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import type { RenderContext } from '../transcript/context.js';
import type { Anchor, Position } from '../transcript/position.js';
import { scrollToLine } from '../transcript/scroll.js';
import { transcriptWindow } from '../transcript/window.js';

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
