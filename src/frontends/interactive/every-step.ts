/** Runs every step, even after a failure; throws the first error at the end. */
export function everyStep(steps: readonly (() => void)[]): void {
	const faults: unknown[] = [];
	for (const step of steps) {
		try {
			step();
		} catch (fault) {
			faults.push(fault);
		}
	}
	if (faults.length > 0) throw faults[0];
}
