import type { ChangeSet } from '../../core/changes.js';
import { type Failure, fail } from '../../core/failure.js';
import type { ClockPort, LogPort } from '../../core/ports.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';

/**
 * Takes snapshots and drops them once nothing refers to them. Calls of `take` within one step of the store share one
 * snapshot.
 */
export function createSnapshotStore(options: {
	readonly snapshots: SnapshotsPort;
	readonly clock: ClockPort;
	readonly log: LogPort;
	readonly onFailure: (failure: Failure) => void;
}) {
	const { snapshots, clock, log, onFailure } = options;
	const kept = new Map<string, Snapshot>();
	let shared: Promise<Snapshot | null> | null = null;
	let known = '';

	async function takeOne(): Promise<Snapshot | null> {
		const began = clock.now();
		// A rejection would be a defect of the port; it must not end the turn.
		const taken = await snapshots.take().catch((error: unknown) => fail('internal', String(error)));
		if (!taken.ok) {
			log.write('warn', 'snapshot failed', { code: taken.failure.code });
			onFailure(taken.failure);
			return null;
		}
		const { gaps } = taken.value;
		kept.set(taken.value.id, taken.value);
		log.write('debug', 'snapshot taken', { id: taken.value.id, milliseconds: clock.now() - began });
		const paths = gaps.map((gap) => gap.path).join('\n');
		if (paths !== known && gaps.length > 0)
			log.write('info', 'files not kept', { count: gaps.length, because: gaps[0]?.because });
		known = paths;
		return taken.value;
	}

	return {
		/** Null when it failed, which was reported. */
		take(): Promise<Snapshot | null> {
			if (shared !== null) return shared;
			const taking = takeOne();
			shared = taking;
			queueMicrotask(() => {
				shared = null;
			});
			return taking;
		},
		/** Never drops the existing snapshots; they expire by age. */
		retainForLater: (): void => kept.clear(),
		/** Drops what neither `sets` nor `inUse` refer to. */
		release(sets: readonly ChangeSet[], inUse: readonly Snapshot[]): void {
			const used = new Set([...sets.flatMap((set) => [set.before.id, set.after.id]), ...inUse.map((one) => one.id)]);
			for (const snapshot of kept.values()) {
				if (used.has(snapshot.id)) continue;
				kept.delete(snapshot.id);
				snapshots.drop(snapshot).catch((error: unknown) => {
					log.write('warn', 'snapshot not dropped', { id: snapshot.id, error });
				});
			}
		},
	};
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>;
