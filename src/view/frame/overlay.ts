import type { Line } from '../line.js';
import { renderPicker } from '../pickers/picker-panel.js';
import type { AnswerRow } from '../questions/answers.js';
import { isLow } from '../questions/low-layout.js';
import { renderAsk } from '../questions/permission-panel.js';
import { renderPlanReview } from '../questions/plan-review.js';
import { type QuestionView, WHOLE_QUESTION } from '../questions/question-view.js';
import type { ScreenContext } from '../state/context.js';
import { renderHelp } from './help-panel.js';

/** What lies over the lower part of the transcript: help, a list, a plan review or a permission prompt. */
export type Overlay = {
	readonly lines: readonly Line[];
	/** The furthest that it can be scrolled. */
	readonly lastScroll: number;
	/** The rows that answer the question, when it is one. */
	readonly answers: readonly AnswerRow[];
	readonly question: QuestionView;
};

const NONE: Overlay = { lines: [], lastScroll: 0, answers: [], question: WHOLE_QUESTION };
/** Rows of the transcript that a question leaves in sight, where there is room. */
const KEPT_IN_SIGHT = 3;

/** Draws what is open, in at most `room` rows. */
export function drawOverlay(context: ScreenContext, room: number): Overlay {
	const { session, ui, table } = context;
	if (room <= 0) return NONE;
	switch (ui.panel.kind) {
		case 'help':
			return cut({ ...NONE, ...renderHelp(table, ui.panel, ui.columns, room) }, room);
		case 'picker':
			return cut({ ...NONE, lines: airy(renderPicker(ui.panel.picker, ui.columns, room), room) }, room);
		case 'none':
			break;
	}
	const ask = session.asks[0];
	if (ask === undefined || ui.ask?.askId !== ask.id) return NONE;
	if (ask.kind === 'exit-plan') {
		if (ui.isTranscriptView) return NONE;
		const review = renderPlanReview(context, ask, ui.ask, room);
		return cut({ ...NONE, lines: airy(review.lines, room), lastScroll: review.lastScroll, answers: review.rows }, room);
	}
	// One more for «always» of ours.
	const least = ask.options.length + 5;
	const wanted = Math.max(least, room - Math.min(KEPT_IN_SIGHT, Math.floor(room / 4)));
	// Where that leaves too little for what is asked about, it gets all rows.
	const height = isLow(wanted, ask.options.length + 1) ? room : Math.min(room, wanted);
	const drawn = renderAsk(context, ask, ui.ask, height);
	const { lines, lastScroll, rows, question } = drawn;
	return cut({ lines: airy(lines, room), lastScroll, answers: rows, question }, room);
}

/** A box stands off from what is above it, where that leaves enough of it in sight. */
function airy(lines: readonly Line[], room: number): readonly Line[] {
	return lines.length + KEPT_IN_SIGHT <= room ? [[], ...lines] : lines;
}

function cut(overlay: Overlay, room: number): Overlay {
	return overlay.lines.length <= room ? overlay : { ...overlay, lines: overlay.lines.slice(0, room) };
}
