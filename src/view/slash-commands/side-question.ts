import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed, wordsOf } from '../state/slash-command.js';
import { loadPanel, show, toast, type UiStep } from '../state/step.js';
import { NO_AGENT_TO_ASK, SIDE_QUESTION_USAGE } from './slash-commands-messages.js';

/** `/btw`: asks beside the conversation, and shows the answer; without words the last answer. */
export function runSideQuestion(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const words = wordsOf(typed);
	if (words === null && session.sideQuestion === undefined) return show(toast(ui, SIDE_QUESTION_USAGE, now));
	if (words !== null && session.connection.phase !== 'ready') return refuse(context, typed, NO_AGENT_TO_ASK);
	const opened = loadPanel(ui, 'side-question');
	if (words === null) return opened;
	const asked = { ...words.send, draft: words.typed, interrupts: false, isSideQuestion: true } as const;
	return { ui: opened.ui, requests: [asked, ...opened.requests] };
}
