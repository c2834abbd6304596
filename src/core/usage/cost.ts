export type Money = { readonly amount: number; readonly currency: string };

function addMoney(amounts: readonly Money[], { amount, currency }: Money): readonly Money[] {
	if (amount === 0) return amounts;
	const index = amounts.findIndex((known) => known.currency === currency);
	const known = amounts[index];
	if (known === undefined) return [...amounts, { amount, currency }];
	return amounts.with(index, { amount: cleanSum(known.amount + amount), currency });
}

export function addCosts(one: readonly Money[], other: readonly Money[]): readonly Money[] {
	return other.reduce(addMoney, one);
}

/** Rounds the noise of sums of decimal fractions away. */
function cleanSum(amount: number): number {
	return Math.round(amount * 1e10) / 1e10;
}

/** Cost that the agent reported of its session, and the part that belongs to no turn that has ended. */
export type CostMeter = {
	readonly seen: Money | null;
	/** An older session without a known sum: the first report includes earlier cost. */
	readonly isBaselineMissing?: true;
	readonly open: readonly Money[];
};

export const noCost: CostMeter = { seen: null, open: [] };

/** Updates the meter by a reported sum. A smaller sum than before means that the agent began to count anew. */
export function readCost(meter: CostMeter, sum: Money): CostMeter {
	if (!Number.isFinite(sum.amount) || sum.amount < 0) return meter;
	if (meter.isBaselineMissing === true) return { seen: sum, open: meter.open };
	const { seen } = meter;
	const isOn = seen !== null && seen.currency === sum.currency && sum.amount >= seen.amount;
	const spent = isOn ? cleanSum(sum.amount - seen.amount) : sum.amount;
	if (isOn && spent === 0) return meter;
	return { seen: sum, open: addMoney(meter.open, { ...sum, amount: spent }) };
}
