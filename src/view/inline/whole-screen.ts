import { drawOverlay } from '../frame/overlay.js';
import type { ScreenContext } from '../state/context.js';

/** A plan that takes more of the screen than this is reviewed on a screen of its own. */
const MOST_OF_PLAN = 0.6;

/**
 * Whether what is open needs the whole screen: the transcript view, a look back in the transcript, help, a question
 * that was opened, a long plan. Everything else stands below the terminal's own scrollback.
 */
export function needsWholeScreen(context: ScreenContext): boolean {
	const { session, ui } = context;
	if (ui.isTranscriptView || ui.anchor.type === 'at' || ui.panel.kind === 'help') return true;
	const question = session.questions[0];
	if (question === undefined || ui.question?.questionId !== question.id || ui.panel.kind !== 'none') return false;
	if (ui.question.isOpen) return true;
	if (question.kind !== 'exit-plan') return false;
	const room = Math.max(1, ui.rows - 6);
	const review = drawOverlay(context, room);
	return review.lastScroll > 0 || review.lines.length > ui.rows * MOST_OF_PLAN;
}
