import { entryAt } from '../../core/session/entries/entry-list.js';
import { findCallIndex } from '../../core/session/entries/find-call.js';
import type { SessionState } from '../../core/session/state.js';
import { pictureRows } from '../pictures/picture-lines.js';
import type { ScreenContext } from '../state/context.js';
import type { RenderContext } from '../transcript/context.js';
import { shownTime, spinnerStep } from './spinner.js';

/** What the entries of the transcript are drawn from, in a frame and for scrolling outside of one. */
export function transcriptContext(context: ScreenContext): RenderContext {
	const { session, ui, cache } = context;
	// What is asked about is in the question: its card need not say it again.
	const asked = entryOfCall(session, session.questions[0]?.toolCallId);
	return {
		width: Math.max(1, ui.columns - 2),
		cwd: session.cwd,
		isOpen: (entryId) => ui.open.get(entryId) ?? (entryId === asked ? false : null),
		areAllOpen: ui.isTranscriptView,
		isFolded: (entryId) => ui.folded.has(entryId),
		now: shownTime(context),
		spinner: spinnerStep(context),
		diffLayout: ui.appearance.diffLayout ?? 'auto',
		pictures: context.pictures ? { source: context.pictures, rows: pictureRows(ui.rows) } : null,
		cache,
	};
}

function entryOfCall(session: SessionState, callId: string | undefined): string | null {
	if (callId === undefined) return null;
	return entryAt(session.entries, findCallIndex(session, callId))?.id ?? null;
}
