import { defined } from '../../core/defined.js';
import { entryAt, findCallIndex } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { subagentsAtWork } from '../../core/session/subagent-tree.js';
import { pictureRows } from '../pictures/picture-lines.js';
import { type RenderContext, spinnerFrame } from '../transcript/render-context.js';
import { latestSteps } from '../transcript/visible-entries.js';
import type { ScreenContext } from './context.js';
import { areAllOpen } from './subagent-view.js';
import type { UiState } from './ui-state.js';

/** Context that the entries of the transcript are drawn from, in a frame and for scrolling outside of one. */
export function transcriptContext(context: ScreenContext): RenderContext {
	const { session, ui, cache } = context;
	// The question shows its call: the card need not repeat it.
	const asked = entryOfCall(session, session.questions[0]?.toolCallId);
	return {
		width: Math.max(1, ui.columns - 2),
		...defined({ column: columnOf(ui) }),
		cwd: session.cwd,
		isOpen: (entryId) => ui.open.get(entryId) ?? (entryId === asked ? false : null),
		areAllOpen: areAllOpen(ui),
		isFolded: (entryId) => ui.folded.has(entryId),
		now: shownTime(context),
		spinner: spinnerStep(context),
		...subagentsIn(session),
		diffLayout: ui.appearance.diffLayout ?? 'auto',
		isDrawn: ui.appearance.isDrawn === true,
		glyphs: ui.appearance.glyphs ?? 'unicode',
		pictures: context.pictures ? { source: context.pictures, rows: pictureRows(ui.rows) } : null,
		cache,
	};
}

/** Prose is no narrower than this, whatever is configured. */
const LEAST_COLUMN = 40;

/** Cells that prose keeps; undefined: all. */
export function columnOf({ appearance: { column = 0 } }: UiState): number | undefined {
	return column === 0 ? undefined : Math.max(LEAST_COLUMN, column);
}

/** A session without sub-agents pays nothing for them. */
function subagentsIn(session: SessionState): Pick<RenderContext, 'subagents' | 'latestSteps'> {
	const { subagents } = session;
	return subagents === undefined ? {} : { subagents, latestSteps: latestSteps(subagentsAtWork(session)) };
}

function entryOfCall(session: SessionState, callId: string | undefined): string | null {
	if (callId === undefined) return null;
	return entryAt(session.entries, findCallIndex(session, callId))?.id ?? null;
}

/** Milliseconds that one frame of the spinner stands. */
export const SPINNER_STEP = 125;

/** Number of the frame, which grows; null where nothing may turn. */
function spinnerStep({ ui, now }: Pick<ScreenContext, 'ui' | 'now'>): number | null {
	return ui.appearance.isMotionReduced ? null : Math.floor(now / SPINNER_STEP);
}

export function spinnerSign(context: Pick<ScreenContext, 'ui' | 'now'>): string {
	return spinnerFrame(spinnerStep(context));
}

/** The time that durations are counted to: with reduced motion they change once a second. */
export function shownTime({ ui, now }: Pick<ScreenContext, 'ui' | 'now'>): number {
	return ui.appearance.isMotionReduced ? now - (now % 1000) : now;
}
