/** An amount of money; `currency` as the agent names it. */
export type Money = { readonly amount: number; readonly currency: string };

/** The amounts with another one added to that of its currency. */
function addMoney(amounts: readonly Money[], { amount, currency }: Money): readonly Money[] {
	if (amount === 0) return amounts;
	const index = amounts.findIndex((known) => known.currency === currency);
	const known = amounts[index];
	if (known === undefined) return [...amounts, { amount, currency }];
	return amounts.with(index, { amount: cleanSum(known.amount + amount), currency });
}

/** The amounts of both, by currency. */
export function addCosts(one: readonly Money[], other: readonly Money[]): readonly Money[] {
	return other.reduce(addMoney, one);
}

/** Sums of decimal fractions end in noise that nobody means. */
function cleanSum(amount: number): number {
	return Math.round(amount * 1e10) / 1e10;
}

/** What the agent said of the cost of its session so far, and what of it belongs to no turn that has ended. */
export type CostMeter = {
	/** The sum that it named last; null: none yet. Agents name the sum of the session, not the price of a turn. */
	readonly seen: Money | null;
	/** The session is an older one of which no sum is known: the first that is named holds what was spent before. */
	readonly isBaselineMissing?: true;
	/** Spent since the last turn ended. */
	readonly open: readonly Money[];
};

/** Nothing was spent yet. */
export const noCost: CostMeter = { seen: null, open: [] };

/** The meter after the agent named the sum of its session. A smaller sum than before means that it began to count anew. */
export function readCost(meter: CostMeter, sum: Money): CostMeter {
	if (!Number.isFinite(sum.amount) || sum.amount < 0) return meter;
	if (meter.isBaselineMissing === true) return { seen: sum, open: meter.open };
	const { seen } = meter;
	const isOn = seen !== null && seen.currency === sum.currency && sum.amount >= seen.amount;
	const spent = isOn ? cleanSum(sum.amount - seen.amount) : sum.amount;
	if (isOn && spent === 0) return meter;
	return { seen: sum, open: addMoney(meter.open, { ...sum, amount: spent }) };
}
