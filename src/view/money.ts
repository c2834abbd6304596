import { sanitizeLine } from '../core/text/sanitize.js';

/** Less is shown as less than this: an amount that rounds to nothing is not nothing. */
const LEAST = 0.001;

/** From ten cents on a thousandth says nothing: the digits do not come and go while an amount grows. */
const CENTS = 0.0995;

/** An amount in its currency: `$0.14`, `0.14 CHF`, `<$0.001`. */
export function money(cost: { readonly amount: number; readonly currency: string }): string {
	const isTiny = cost.amount > 0 && cost.amount < LEAST / 2;
	const sign = isTiny ? '<' : '';
	const shown = isTiny ? LEAST : cost.amount;
	const amount = shown < CENTS && shown > 0 ? shown.toFixed(3) : shown.toFixed(2);
	return cost.currency === 'USD' ? `${sign}$${amount}` : `${sign}${amount} ${sanitizeLine(cost.currency)}`;
}
