import { sanitizeLine } from '../core/text/sanitize.js';

/** An amount in its currency: `$0.14`, `0.14 CHF`. */
export function money(cost: { readonly amount: number; readonly currency: string }): string {
	const amount = cost.amount < 0.995 && cost.amount > 0 ? cost.amount.toFixed(3) : cost.amount.toFixed(2);
	const trimmed = amount.replace(/(\.\d\d)0$/, '$1');
	return cost.currency === 'USD' ? `$${trimmed}` : `${trimmed} ${sanitizeLine(cost.currency)}`;
}
