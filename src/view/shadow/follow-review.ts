import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { loadPanel, show, type UiStep } from '../state/ui-step.js';

/** Opens the review when a turn left something new to decide, where nothing else is under way; says so always. */
export function followReview({ ui, session }: ScreenContext): UiStep {
	const reviews = session.shadow?.reviews ?? 0;
	const seen = ui.review?.seen ?? 0;
	if (reviews <= seen) return show(ui);
	const isFree =
		ui.panel.kind === 'none' &&
		!ui.isTranscriptView &&
		ui.search === null &&
		ui.handOver === undefined &&
		isDraftEmpty(ui) &&
		session.questions.length === 0 &&
		session.turn === null &&
		session.queue.length === 0 &&
		session.signIn === undefined;
	const known = { ...ui, review: { seen: reviews, isUnasked: isFree } };
	return isFree ? loadPanel(known, 'changes') : show(known);
}
