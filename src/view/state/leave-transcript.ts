import { blockAt, gapBefore } from '../transcript/block.js';
import { type Anchor, anchorAt, scrollToLine } from '../transcript/position.js';
import type { RenderContext } from '../transcript/render-context.js';
import { transcriptWindow } from '../transcript/window.js';
import type { ScreenContext } from './context.js';
import type { ScreenLayout } from './screen-layout.js';
import { subagentViewIn } from './subagent-view.js';
import { transcriptContext } from './transcript-context.js';
import type { UiState } from './ui-state.js';
import { show, type UiStep } from './ui-step.js';

/** Rows that the draft takes of the transcript when it comes back. */
const DRAFT_ROWS = 4;

function enterTranscript(ui: UiState): UiState {
	return { ...ui, isTranscriptView: true, panel: { kind: 'none' }, search: null, cursor: null, backTo: ui.anchor };
}

/** Opens the transcript view, or leaves it; in a sub-agent's transcript it opens every card, or none. */
export function toggleTranscript(context: ScreenContext, layout: ScreenLayout): UiStep {
	const { ui } = context;
	const view = subagentViewIn(ui);
	if (view !== null) return show({ ...ui, subagentView: view.toggled() });
	return show(ui.isTranscriptView ? leaveTranscript(context, layout) : enterTranscript(ui));
}

/** Ends the search first; then leaves the transcript view, or the sub-agent's transcript in it. */
export function closeTranscript(context: ScreenContext, layout: ScreenLayout): UiStep {
	const { ui } = context;
	if (ui.search !== null) return show({ ...ui, search: null });
	const view = subagentViewIn(ui);
	return show(view?.leave(ui, context.whole ?? context.session) ?? leaveTranscript(context, layout));
}

/** The ordinary view again, at what the user read, found or chose; at the end only if they were there. */
function leaveTranscript(context: ScreenContext, layout: ScreenLayout): UiState {
	const { ui } = context;
	const left: UiState = {
		...ui,
		isTranscriptView: false,
		panel: { kind: 'none' },
		search: null,
		cursor: null,
		backTo: null,
	};
	const transcript = transcriptContext({ ...context, ui: left });
	const rows = Math.max(1, layout.transcriptRows - DRAFT_ROWS);
	return { ...left, anchor: withChosen(context, transcript, folded(context, transcript, returned(ui, layout)), rows) };
}

/** The transcript view has more rows, so it may show the end although the user was above it and has not scrolled. */
function returned({ anchor, backTo }: UiState, { window }: ScreenLayout): Anchor {
	if (anchor.type === 'at' || backTo?.type !== 'at') return anchor;
	const isVisible = window.rows.some((row) => row.entry === backTo.entry && row.line === backTo.line);
	return isVisible ? backTo : anchor;
}

/** A line of an open card that the folded one does not have gives way to the card's head. */
function folded({ session }: ScreenContext, transcript: RenderContext, anchor: Anchor): Anchor {
	const { entries } = session;
	if (anchor.type === 'end' || anchor.entry >= entries.size) return anchor;
	const { height } = blockAt(entries, anchor.entry, transcript);
	if (height === 0 || anchor.line < height) return anchor;
	return anchorAt({ entry: anchor.entry, line: gapBefore(entries, anchor.entry) });
}

/** Keeps what was found or chosen visible. */
function withChosen({ session, ui }: ScreenContext, transcript: RenderContext, anchor: Anchor, rows: number): Anchor {
	const { entries } = session;
	const { cursor } = ui;
	if (cursor === null || cursor >= entries.size) return anchor;
	const window = transcriptWindow(entries, transcript, anchor, rows);
	if (window.rows.some((row) => row.entry === cursor)) return anchor;
	const head = { entry: cursor, line: gapBefore(entries, cursor) };
	return scrollToLine(entries, transcript, head, rows, Math.floor(rows / 3));
}
