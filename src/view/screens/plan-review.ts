import type { Ask } from '../../core/session/state.js';
import { type Line, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render.js';
import { wrapLine } from '../spans.js';
import { rowLine } from './answer-row.js';
import { mayAnswer } from './ask-guard.js';
import { type AnswerRow, planRows } from './ask-options.js';
import { box, innerWidth } from './box.js';
import type { ScreenContext } from './context.js';
import { isLow, layOutLow } from './low-layout.js';
import { type AskView, isDraftEmpty } from './ui-state.js';

/** A plan to approve, drawn over the transcript: readable, scrollable, with the three choices. */
export type PlanReview = {
	readonly lines: readonly Line[];
	readonly rows: readonly AnswerRow[];
	/** The furthest that it can be scrolled. */
	readonly lastScroll: number;
};

/** Draws the review in at most `height` rows: as many as it needs. */
export function renderPlanReview(context: ScreenContext, ask: Ask, view: AskView, height: number): PlanReview {
	const width = innerWidth(context.ui.columns);
	const rows = planRows(ask, context.session);
	const text = planLines(ask, width);
	if (isLow(height, rows.length)) {
		const low = layOutLow(text, rows, view, context.ui.columns, height);
		return { lines: low.lines, rows, lastScroll: low.lastScroll };
	}
	const room = Math.max(1, height - 3 - rows.length);
	const lastScroll = Math.max(0, text.length - room);
	const start = Math.min(view.scroll, lastScroll);
	const shown = text.slice(start, start + room);
	const position: Line =
		text.length > room
			? [
					styled(`lines ${start + 1}–${start + shown.length} of ${text.length} · ↑↓ pageup/pagedown`, {
						color: 'muted',
					}),
				]
			: [];
	const isReady = mayAnswer(view, true, context.ui.lastKeyAt, context.now);
	const title: Line = [
		styled('Plan to approve', { color: 'plan', bold: true }),
		...(view.isFeedback || !isDraftEmpty(context.ui)
			? [styled(' · write what should change; enter sends it and keeps planning', { color: 'info' as const })]
			: isReady
				? []
				: [styled(' · your keys still go to the draft', { color: 'muted' as const })]),
	];
	const lines = [...shown, position, ...rows.map((row, index) => rowLine(row, index, view))];
	return { lines: box(lines, context.ui.columns, { title, color: 'plan' }), rows, lastScroll };
}

const cache = new WeakMap<Ask, { readonly width: number; readonly lines: readonly Line[] }>();

function planLines(ask: Ask, width: number): readonly Line[] {
	const known = cache.get(ask);
	if (known?.width === width) return known.lines;
	const plan = ask.plan?.trim() ?? '';
	const lines =
		plan === ''
			? wrapLine(
					[
						styled('The agent sent no text with its request. What it wrote above may hold the plan.', {
							color: 'warning',
						}),
					],
					width,
				)
			: renderMarkdown(plan, { width });
	cache.set(ask, { width, lines });
	return lines;
}
