import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { endTurn } from '../pickers/end-turn.js';
import { NOTHING_TO_BRANCH } from '../rewind/rewind-messages.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed, wordsOf } from '../state/slash-command.js';
import type { UiStep } from '../state/step.js';

/** `/fork`: a turn that runs is stopped first, when the user agrees; words become the first prompt of the fork. */
export function runFork(context: ScreenContext, typed: Typed): UiStep {
	if (!isBegun(context)) return refuse(context, typed, NOTHING_TO_BRANCH);
	return endTurn(context, { next: 'fork', words: wordsOf(typed) });
}

function isBegun({ session }: ScreenContext): boolean {
	return findLastEntry(session.entries, ({ kind }) => kind === 'user') >= 0;
}

/** Why there is nothing to sum up now; null where there is. */
export function whyNoCompact(context: ScreenContext): string | null {
	return isBegun(context) ? null : NOTHING_TO_BRANCH;
}
