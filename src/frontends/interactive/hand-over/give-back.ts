import type { App } from '../../../app/app.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { emptyDraft } from '../../../view/composer/draft.js';
import { beginHandOver } from '../../../view/hand-over/hand-over-draft.js';
import type { WantedSession } from '../../../view/state/open-sessions.js';
import { show } from '../../../view/state/ui-step.js';
import type { Frontend } from '../frontend.js';

/** Undoes a failed hand-over: a note, and the first prompt is in the draft again. `frontend` null: not in front. */
export function giveBack(
	app: App,
	{ agent = '', handOver = '' }: WantedSession,
	why: string,
	frontend: Pick<Frontend, 'panel'> | null,
): void {
	const title = `Not handed over to ${agent}: ${sanitizeLine(why)}`;
	app.dispatch({
		type: 'note',
		level: 'warning',
		title,
		hint: 'this session is as it was; the draft is back, enter tries again, esc leaves it',
	});
	frontend?.panel({ name: 'hand-over', open: ({ ui }) => show(beginHandOver(ui, agent, handOver)), isUnasked: true });
}

/** Puts aside text written in the session that never began. */
export function takeAlong(left: App, app: App, frontend: Pick<Frontend, 'compose' | 'getUi'>): void {
	const { draft } = frontend.getUi(left).composer;
	for (const { id, text } of left.getState().queue) {
		frontend.compose({ type: 'put-aside', draft: { ...emptyDraft, text, cursor: text.length } }, app);
		// The prompt is in the other session now, and must not be saved here as well.
		left.dispatch({ type: 'queue-remove', promptId: id });
	}
	if (draft.text !== '') frontend.compose({ type: 'put-aside', draft }, app);
}
