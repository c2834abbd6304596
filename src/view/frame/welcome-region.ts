import { weakMemo } from '../../core/weak-memo.js';
import type { Line } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import { FIRST_SCREEN_ROWS, isAtStart } from '../state/first-screen.js';
import { subagentViewIn } from '../state/subagent-view.js';
import { dayOf, firstScreen } from './first-screen.js';
import type { Layout } from './regions.js';
import { welcome } from './welcome.js';

const MOST_WELCOME = 20;

/** Notices of the start leave the first screen what a newcomer needs, where there is room for both. */
export function welcomeAboveNotes(context: ScreenContext, layout: Layout, taken: number): readonly Line[] {
	const { session, ui } = context;
	const { entries } = session;
	const isBegun = entries.size === 0 || !isAtStart(session);
	if (isBegun || subagentViewIn(ui) !== null || ui.isTranscriptView || ui.panel.kind !== 'none') return [];
	const isWhole = (lines: readonly Line[]): boolean => {
		// With a blank below them, and the footer.
		const above = taken + lines.length + 2;
		const { room, status, composer } = layout.regions(above);
		if (above + room + status + composer.lines.length > ui.rows) return false;
		const { firstVisible, isAtEnd } = layout.window(above);
		return firstVisible?.entry === 0 && firstVisible.line === 0 && isAtEnd;
	};
	// On a low screen as much of it as the notices leave room for.
	for (let height = Math.min(ui.rows, MOST_WELCOME); height > 0; height -= 1) {
		const lines = welcomeOf(context, height);
		if (isWhole(lines)) return lines;
	}
	return [];
}

/** The same lines for each key that is typed: nothing of them changes with the draft. */
function welcomeOf(context: ScreenContext, height: number): readonly Line[] {
	const { session, lookups, ui, home, version, now, cache } = context;
	const isFirst = ui.rows >= FIRST_SCREEN_ROWS;
	const from = [session, lookups, ui.columns, ui.appearance, ui.firstKey, home, version, dayOf(now), isFirst];
	const draw = () => (isFirst ? firstScreen(context, height) : welcome(context, height));
	return cache.part(`welcome ${height}`, from, draw);
}

export function nothing(context: ScreenContext, rows: number): readonly Line[] {
	return subagentViewIn(context.ui)?.empty(context.ui.columns - 2) ?? welcomeOf(context, rows);
}

export const hasRecents = weakMemo((lines: readonly Line[]) =>
	lines.some((line) => line.some(({ style }) => style?.target?.type === 'recent')),
);
