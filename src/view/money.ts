import { sanitizeLine } from '../core/text/sanitize.js';

/** Less is shown as less than this: an amount that rounds to nothing is not nothing. */
const LEAST = 0.001;

/** An amount in its currency: `$0.14`, `0.14 CHF`, `<$0.001`. */
export function money(cost: { readonly amount: number; readonly currency: string }): string {
	const isTiny = cost.amount > 0 && cost.amount < LEAST / 2;
	const sign = isTiny ? '<' : '';
	const shown = isTiny ? LEAST : cost.amount;
	const amount = shown < 0.995 && shown > 0 ? shown.toFixed(3) : shown.toFixed(2);
	const trimmed = amount.replace(/(\.\d\d)0$/, '$1');
	return cost.currency === 'USD' ? `${sign}$${trimmed}` : `${sign}${trimmed} ${sanitizeLine(cost.currency)}`;
}
