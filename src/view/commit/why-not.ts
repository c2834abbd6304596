import { chosenIn } from '../../core/commit/commit.js';
import type { CommitState } from '../../core/commit/commit-event.js';
import { whyNotInMode } from '../../core/commit/why-not-in-mode.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from '../state/context.js';
import { draftIn, messageOf, writerOf } from './commit-draft.js';
import * as messages from './commit-messages.js';

/** Why nothing can be committed as it stands; null where it can. */
export function whyNoCommit(context: ScreenContext, state: CommitState): string | null {
	const { list } = state;
	const draft = draftIn(context);
	const byMode = whyNotInMode(context.session.mode);
	if (byMode !== null) return byMode;
	if (list === null) return messages.WHY.notReady;
	const conflict = list.files.find(({ group }) => group === 'conflict');
	if (conflict !== undefined) return messages.WHY.conflict(sanitizeLine(conflict.path));
	// A merge may change no file.
	if (chosenIn(list, draft.marks).size === 0 && list.underWay !== 'merge') return messages.WHY.nothing;
	if (writerOf(state, draft) === 'asking') return messages.WHY.asking;
	return messageOf(state, draft).trim() === '' ? messages.WHY.message : null;
}
