import type { App } from '../../../app/app.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { emptyDraft } from '../../../view/composer/draft.js';
import { beginHandOver } from '../../../view/hand-over/draft.js';
import type { WantedSession } from '../../../view/state/open-sessions.js';
import { show } from '../../../view/state/step.js';
import type { Frontend } from '../frontend.js';
import { NOT_HANDED_OVER_HINT, notHandedOver } from './messages.js';

/**
 * A hand-over did not come about: the session is as it was, its transcript says why, and what was to be sent is in its
 * draft again. `frontend`: where it is shown; null where it is not in front.
 */
export function giveBack(
	app: App,
	{ agent = '', handOver = '' }: WantedSession,
	why: string,
	frontend: Pick<Frontend, 'panel'> | null,
): void {
	const title = notHandedOver(agent, sanitizeLine(why));
	app.dispatch({ type: 'note', level: 'warning', title, hint: NOT_HANDED_OVER_HINT });
	frontend?.panel({
		name: 'hand-over',
		open: ({ ui }) => show(beginHandOver(ui, agent, handOver)),
		isUnasked: true,
	});
}

/** Puts aside in a session what was written meanwhile in the one that was to go on with it, and never began. */
export function takeAlong(left: App, app: App, frontend: Pick<Frontend, 'compose' | 'getUi'>): void {
	const { draft } = frontend.getUi(left).composer;
	for (const { id, text } of left.getState().queue) {
		frontend.compose({ type: 'put-aside', draft: { ...emptyDraft, text, cursor: text.length } }, app);
		// It has a place now, and is not kept there as well.
		left.dispatch({ type: 'queue-remove', promptId: id });
	}
	if (draft.text !== '') frontend.compose({ type: 'put-aside', draft }, app);
}
