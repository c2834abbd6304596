/** Takes every step, whatever comes of the ones before; throws the first fault when all are taken. */
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
