import type { FormElicitationQuestion, Question } from '../../core/session/question.js';
import type { Line } from '../line.js';
import { panelIn } from '../panel/loaded-panel.js';
import { isLow } from '../questions/low-layout.js';
import { renderQuestion } from '../questions/permission-panel.js';
import { renderPlanReview } from '../questions/plan-review.js';
import { panelOfSignIn } from '../sign-in/in-front.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { Overlay } from '../state/overlay.js';
import { WHOLE_QUESTION } from '../state/question-page.js';

const NONE: Overlay = { lines: [], lastScroll: 0, answers: [], questionPage: WHOLE_QUESTION };
/** Rows of the transcript that stay visible above a question, where there is room. */
const KEPT_IN_SIGHT = 3;

export function drawOverlay(context: ScreenContext, room: number): Overlay {
	const { session, ui } = context;
	if (room <= 0) return NONE;
	switch (ui.panel.kind) {
		case 'loading':
			return NONE;
		case 'loaded':
			return cut({ ...NONE, ...panelIn(ui)?.draw(context, room) }, room);
		case 'none':
			break;
	}
	const signIn = panelOfSignIn(context);
	if (signIn !== null) return cut({ ...NONE, ...signIn.draw(context, room), cursor: null }, room);
	const question = session.questions[0];
	if (question === undefined || question.kind === 'elicitation-form')
		return cut(formsIn(ui)?.draw(context, room) ?? NONE, room);
	if (ui.question?.questionId !== question.id) return NONE;
	const isPlan = question.kind === 'exit-plan';
	if (isPlan && ui.isTranscriptView) return NONE;
	const drawn = isPlan
		? renderPlanReview(context, question, ui.question, room)
		: renderQuestion(context, question, ui.question, heightOf(question, room));
	return cut({ ...drawn, lines: airy(drawn.lines, room) }, room);
}

function heightOf(question: Exclude<Question, FormElicitationQuestion>, room: number): number {
	// One more for «always» of ours.
	const count = 'options' in question ? question.options.length : question.choices.length;
	const wanted = Math.max(count + 5, room - Math.min(KEPT_IN_SIGHT, Math.floor(room / 4)));
	// Where that leaves too little for what is asked about, it gets all rows.
	return isLow(wanted, count + 1) ? room : Math.min(room, wanted);
}

/** A blank row above a box, where enough of the transcript stays visible. */
function airy(lines: readonly Line[], room: number): readonly Line[] {
	return lines.length + KEPT_IN_SIGHT <= room ? [[], ...lines] : lines;
}

function cut(overlay: Overlay, room: number): Overlay {
	return overlay.lines.length <= room ? overlay : { ...overlay, lines: overlay.lines.slice(0, room) };
}
