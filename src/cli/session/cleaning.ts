import type { Ports } from '../../core/ports.js';
import type { createLateSnapshots } from '../../services/snapshots/late-snapshots.js';
import type { PreparedRun } from '../prepare.js';
import { sizeOf } from '../units.js';
import type { World } from '../world.js';

const DAY = 24 * 3600 * 1000;
/** A session that is taken up again a month later may still take changes back. */
const SNAPSHOTS_KEPT_FOR = 30 * DAY;

type Cleaned = {
	readonly snapshots: ReturnType<typeof createLateSnapshots>;
	readonly ports: Pick<Ports, 'sessionIndex' | 'log' | 'clock'>;
};

export function cleaningOf(run: PreparedRun, { paths }: World, { snapshots, ports }: Cleaned): () => Promise<unknown> {
	const { persistence, settings } = run;
	const { sessionIndex: index, log, clock } = ports;
	const { days, maxSize } = settings.sessions;
	const sessions = async (): Promise<void> => {
		if (!persistence.sessions || index === undefined) return;
		const { cleanSessions } = await import('../../services/sessions/index/clean-sessions.js');
		await cleanSessions({
			folder: paths.sessionsDir,
			index,
			maxAge: days === false ? null : days * DAY,
			maxBytes: maxSize === false ? null : sizeOf(maxSize),
			now: clock.now(),
			log,
		});
	};
	return () => Promise.all([persistence.snapshots ? snapshots.clean(SNAPSHOTS_KEPT_FOR) : null, sessions()]);
}

// Milliseconds after the start at which old snapshots are cleaned away, and that the end waits for it.
const CLEAN_AFTER = 3000;
const CLEAN_PATIENCE = 500;

/**
 * Cleans up a while after the start, which has better things to do. Returns what to call at the end: a run that ends
 * before cleans then; what is not done within half a second is done the next time.
 */
export function cleanLater(cleanUp: () => Promise<unknown>): () => Promise<void> {
	let cleaning: Promise<unknown> | null = null;
	const clean = (): Promise<unknown> => {
		cleaning ??= cleanUp();
		return cleaning;
	};
	const timer = setTimeout(clean, CLEAN_AFTER).unref();
	return async () => {
		clearTimeout(timer);
		await Promise.race([clean(), new Promise((resolve) => setTimeout(resolve, CLEAN_PATIENCE).unref())]);
	};
}
