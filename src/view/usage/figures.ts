import type { Money } from '../../core/usage/cost.js';
import type { UsageTotals } from '../../core/usage/turn-usage.js';
import { formatDuration } from '../duration.js';
import { money } from '../money.js';
import { shortCount } from '../short-count.js';
import { ROWS, UNKNOWN } from './usage-messages.js';

/** One figure of {@link UsageTotals} by name. */
export type FigureName = keyof typeof ROWS;

/** The names of the figures in the order in which they are shown. */
export const FIGURES = Object.keys(ROWS) as readonly FigureName[];

/** A figure in a few characters: `12.3k`, `$0.14`, `2m 05s`; a dash where it is not known. */
export function figureText(totals: UsageTotals, name: FigureName): string {
	switch (name) {
		case 'cost':
			return costText(totals.cost);
		case 'prompts':
			return shortCount(totals.prompts);
		case 'allowed':
		case 'denied':
		case 'failed':
			return shortCount(totals.toolCalls[name]);
		case 'workMs':
		case 'waitMs':
			return formatDuration(totals[name]);
		default:
			return tokenText(totals[name] ?? null);
	}
}

/** Whether a figure says anything: it is known and not nothing. */
export function isTold(totals: UsageTotals, name: FigureName): boolean {
	switch (name) {
		case 'cost':
			return totals.cost.length > 0;
		case 'prompts':
			return true;
		case 'allowed':
		case 'denied':
		case 'failed':
			return totals.toolCalls[name] > 0;
		case 'workMs':
		case 'waitMs':
			return totals[name] > 0;
		default:
			return (totals[name] ?? 0) > 0;
	}
}

/** `$0.14`, `$0.14 + 2.00 EUR`; a dash where nothing is known. */
function costText(cost: readonly Money[]): string {
	return cost.length === 0 ? UNKNOWN : cost.map(money).join(' + ');
}

function tokenText(count: number | null): string {
	return count === null ? UNKNOWN : shortCount(count);
}
