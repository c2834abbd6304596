import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { RecentSession } from '../../core/session-list.js';
import { readyAt } from '../panel/guard.js';
import type { ScreenContext } from './context.js';
import { subagentViewIn } from './subagent-view.js';
import { isDraftEmpty } from './ui-state.js';

/** A lower screen has a few lines in the place of the first screen. */
export const FIRST_SCREEN_ROWS = 24;

/** A start that has more to say than so many notices needs the screen for them. */
const MOST_NOTES = 4;

/** Whether the conversation is empty but for notices of the start. */
export function isAtStart({ entries, turn, queue, questions }: SessionState): boolean {
	const isQuiet = turn === null && queue.length === 0 && questions.length === 0 && entries.size <= MOST_NOTES;
	return isQuiet && [...eachEntry(entries)].every(({ kind }) => kind === 'note');
}

/** The sessions that a digit on the empty draft, or a click, opens; none before they have been in sight for a moment. */
export function recentsInReach(context: ScreenContext): readonly RecentSession[] {
	const { lookups, ui, now } = context;
	const { startOffers } = lookups;
	return startOffers === null || now < readyAt(startOffers.at, ui) ? [] : recentsInSight(context);
}

export function recentsInSight({ session, lookups, ui }: ScreenContext): readonly RecentSession[] {
	const { startOffers } = lookups;
	if (startOffers === null || ui.rows < FIRST_SCREEN_ROWS) return [];
	if (!isDraftEmpty(ui) || ui.panel.kind !== 'none' || ui.isTranscriptView || subagentViewIn(ui) !== null) return [];
	return isAtStart(session) ? startOffers.recents : [];
}
