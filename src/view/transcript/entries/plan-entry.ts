import type { ListedStep } from '../../../core/plan/plan-evidence.js';
import { cellWidth, truncate, truncateMiddle } from '../../../core/text/width.js';
import { gauge } from '../../gauge.js';
import { faint, type Line, muted, plain, type Span, styled } from '../../line.js';
import { clipLine, lineWidth } from '../../spans.js';
import { plan } from '../transcript-messages.js';
import { oneLine } from './block-summary.js';

export type PlanOptions = {
	readonly width: number;
	/** The header included. */
	readonly maxRows: number;
	readonly isCollapsed: boolean;
};

const SEPARATOR = '   ';
const LEAST_STEP = 2 + SEPARATOR.length;
/** Characters of a step: more has no room on any line. */
const MOST_OF_STEP = 2000;

export function isPlanActive(steps: readonly ListedStep[] | null): steps is readonly ListedStep[] {
	return steps?.some((step) => step.status !== 'completed') === true;
}

export function completedSteps(steps: readonly ListedStep[]): number {
	return steps.filter(({ status }) => status === 'completed').length;
}

/** Steps of an approved plan of which something was seen; null for the agent's own plan, which says what is done. */
export function seenSteps(steps: readonly ListedStep[]): number | null {
	return steps.some(({ seen }) => seen !== undefined) ? steps.filter(({ seen = '' }) => seen !== '').length : null;
}

export function planCount(steps: readonly ListedStep[]): string {
	const seen = seenSteps(steps);
	return seen === null ? `Tasks ${completedSteps(steps)}/${steps.length}` : plan.seen(seen, steps.length);
}

const MOST_GAUGE = 6;

/** Empty for an approved plan: what was seen is no measure of what is done. */
export function planGauge(steps: readonly ListedStep[]): Span[] {
	if (seenSteps(steps) !== null) return [];
	return gauge(completedSteps(steps), steps.length, Math.min(MOST_GAUGE, steps.length), 'plan');
}

export function renderPlan(steps: readonly ListedStep[], options: PlanOptions): Line[] {
	const width = Math.max(1, Math.floor(options.width));
	const rows = Math.floor(options.maxRows);
	if (steps.length === 0 || rows <= 0) return [];
	const header = headerLine(steps, options.isCollapsed || rows === 1 ? steps[currentStep(steps)] : undefined, width);
	if (options.isCollapsed || rows === 1) return [header];
	if (steps.length * LEAST_STEP <= width + SEPARATOR.length) {
		const flowing = steps.flatMap((step, index) => [...(index === 0 ? [] : [plain(SEPARATOR)]), ...stepSpans(step)]);
		if (lineWidth(flowing) <= width) return [header, flowing];
	}
	return [header, ...stepLines(steps, width, rows - 1)];
}

export function renderHaltedPlan(steps: readonly ListedStep[], isStopped: boolean, width: number): Line {
	const left = seenSteps(steps) === null ? steps.length - completedSteps(steps) : 0;
	return ruled([...countSpans(steps), muted(plan.halted(isStopped, left))], width);
}

export function currentStep(steps: readonly ListedStep[]): number {
	if (seenSteps(steps) !== null)
		return Math.max(
			0,
			steps.findLastIndex(({ seen = '' }) => seen !== ''),
		);
	const working = steps.findIndex((step) => step.status === 'in_progress');
	if (working >= 0) return working;
	const open = steps.findIndex((step) => step.status === 'pending');
	return open >= 0 ? open : steps.length - 1;
}

function headerLine(steps: readonly ListedStep[], step: ListedStep | undefined, width: number): Line {
	return ruled(
		[...countSpans(steps), { text: ' ' }, ...(step === undefined ? [] : [...stepSpans(step), { text: ' ' }])],
		width,
	);
}

function countSpans(steps: readonly ListedStep[]): Span[] {
	return [muted('── '), styled(planCount(steps), { color: 'plan', bold: true })];
}

function ruled(label: Line, width: number): Line {
	if (lineWidth(label) >= width) return clipLine(label, width);
	return [...label, muted('─'.repeat(width - lineWidth(label)))];
}

const LEAST_TEXT = 12;

export function stepSpans(step: ListedStep, width = Number.POSITIVE_INFINITY): Span[] {
	const text = oneLine(step.text.slice(0, MOST_OF_STEP));
	const says = step.says === undefined ? [] : [styled(` · ${oneLine(step.says)}`, { color: 'warning' })];
	if (step.seen !== undefined && step.seen !== '') {
		const whole = ` · ${oneLine(step.seen.slice(0, MOST_OF_STEP))}`;
		const seen = truncateMiddle(whole, Math.max(0, width - 2 - Math.min(LEAST_TEXT, cellWidth(text))));
		const shown = truncate(text, Math.max(0, width - 2 - cellWidth(seen)));
		return [styled('• ', { color: 'plan' }), styled(shown, { color: 'text' }), styled(seen, { color: 'info' })];
	}
	switch (step.status) {
		case 'completed':
			return [styled('✓ ', { color: 'success' }), faint(text), ...says];
		case 'in_progress':
			return [styled('▸ ', { color: 'accent' }), styled(text, { bold: true }), ...says];
		case 'pending':
			return [muted('○ '), styled(text, { color: 'text' }), ...says];
	}
}

function stepLines(steps: readonly ListedStep[], width: number, rows: number): Line[] {
	const { start, end, note: words } = stepsAround(steps, rows);
	const shown = steps.slice(start, end).map((step) => clipLine(stepSpans(step, width), width));
	if (words === '') return shown;
	const note = faint(words);
	if (rows > shown.length) return [...shown, clipLine([note], width)];
	// No row is left for the note: it goes behind the last step.
	const last = shown[shown.length - 1] ?? [];
	const room = width - cellWidth(note.text) - 1;
	return room < 12 ? shown : [...shown.slice(0, -1), [...clipLine(last, room), { text: ' ' }, note]];
}

export function stepsAround(steps: readonly ListedStep[], rows: number) {
	const { start, end } = around(steps.length, currentStep(steps), rows);
	const hidden = [...steps.slice(0, start), ...steps.slice(end)];
	const done = seenSteps(hidden) === null ? completedSteps(hidden) : 0;
	const words = plan.hidden(done, hidden.length - done);
	return { start, end, note: words === '' ? '' : `⋯ ${words}` };
}

function around(count: number, current: number, rows: number): { readonly start: number; readonly end: number } {
	if (count <= rows) return { start: 0, end: count };
	const room = rows > 2 ? rows - 1 : rows;
	// One finished step above the current one; the rest of the room is for what comes.
	const start = Math.max(0, Math.min(current - (room > 2 ? 1 : 0), count - room));
	return { start, end: start + room };
}
