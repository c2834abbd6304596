import type { ClockPort } from '../../core/ports.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import type { Compared } from './compare.js';

/** The least time from a hint of the watch to the look at the files, in ms; a slow look makes the next one wait longer. */
const COMPARE_DELAY = 300;
const REST_AFTER_COMPARE = 4;

/** A period of plan mode within a turn: the files as they were when it began, and what was reported since. */
export type PlanPeriod = {
	readonly id: string;
	readonly base: Promise<Snapshot | null>;
	/** What was reported last. */
	reported: Compared | null;
	/** Ends the watch; nothing looks any more, not even what was on its way. */
	stop(): void;
};

/** Begins a period: `onHint` is called some time after something may have changed, and says when it has looked. */
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
		// Hints that come from now on are about what this look may have missed.
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
