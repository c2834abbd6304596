import { panelIn } from '../panel/loaded-panel.js';
import { renderQuestion } from '../questions/permission-panel.js';
import { renderPlanReview } from '../questions/plan-review.js';
import { panelOfSignIn } from '../sign-in/in-front.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { Overlay } from '../state/overlay.js';
import { WHOLE_QUESTION } from '../state/question-page.js';

const NONE: Overlay = { lines: [], lastScroll: 0, answers: [], questionPage: WHOLE_QUESTION };

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
	if (question.kind !== 'exit-plan') return renderQuestion(context, question, ui.question, room);
	return ui.isTranscriptView ? NONE : renderPlanReview(context, question, ui.question, room);
}

function cut(overlay: Overlay, room: number): Overlay {
	return overlay.lines.length <= room ? overlay : { ...overlay, lines: overlay.lines.slice(0, room) };
}
