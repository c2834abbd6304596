import type { ClockPort } from '../../core/ports.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import type { Compared } from './compare-texts.js';

/** Milliseconds between a file event and the comparison; a slow comparison delays the next one. */
const COMPARE_DELAY = 300;
const REST_AFTER_COMPARE = 4;

/** Part of a turn in plan mode: the snapshot at its start, and what was reported since. */
export type PlanPeriod = {
	readonly id: string;
	readonly base: Promise<Snapshot | null>;
	reported: Compared | null;
	/** Ends the watch and cancels a pending comparison. */
	stop(): void;
};

/** Calls `onHint` some time after files may have changed; its promise settles when the comparison is done. */
export function beginPlanPeriod(
	{ id, base }: Pick<PlanPeriod, 'id' | 'base'>,
	{ snapshots, clock }: { readonly snapshots: SnapshotsPort; readonly clock: ClockPort },
	onHint: (period: PlanPeriod) => Promise<void>,
): PlanPeriod {
	let isStopped = false;
	let stopTimer: (() => void) | null = null;
	let lasted = 0;
	const period: PlanPeriod = {
		id,
		base,
		reported: null,
		stop() {
			isStopped = true;
			stopTimer?.();
			stopWatching();
		},
	};
	const compare = async (): Promise<void> => {
		const began = clock.now();
		// Events from now on may be about what this comparison missed.
		stopTimer = null;
		if (!isStopped) await onHint(period);
		lasted = clock.now() - began;
	};
	const stopWatching = snapshots.watch(() => {
		if (stopTimer !== null || isStopped) return;
		stopTimer = clock.after(Math.max(COMPARE_DELAY, lasted * REST_AFTER_COMPARE), () => void compare());
	});
	return period;
}
