import type { Effect, SnapshotMoment } from '../../core/effect.js';
import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import type { Store } from '../store.js';
import type { Allowances } from './allowances.js';
import { type Compared, createComparer } from './compare.js';
import { createKeeper } from './snapshots.js';

/** How long a prompt waits for the turn's first snapshot, in ms. */
const PATIENCE = 1500;
/** The least time from a hint of the watch to the look at the files, in ms; a slow look makes the next one wait longer. */
const LOOK_DELAY = 300;
const REST_AFTER_LOOK = 4;

/** Watches the workspace's files over the turns: what each changed, what plan mode does not explain, putting back. */
export type TurnFiles = {
	/** Carries a `take-snapshot` effect out, in the background. */
	take(turnId: string, moment: SnapshotMoment): void;
	/** Settles when the turn's first snapshot is there, at the latest after a second and a half. */
	begun(turnId: string): Promise<void>;
	restore(effect: Extract<Effect, { type: 'restore-files' }>): Promise<void>;
	/** Settles when nothing is being compared. */
	settled(): Promise<void>;
	close(): void;
};

/** A stretch of plan mode within a turn. */
type Stretch = {
	readonly id: string;
	readonly base: Promise<Snapshot | null>;
	/** What was reported last. */
	reported: Compared | null;
	stop(): void;
};

type WatchedTurn = {
	readonly id: string;
	readonly firstEntry: number;
	readonly start: Promise<Snapshot | null>;
	isLate: boolean;
	stretch: Stretch | null;
	stretches: number;
};

/** What the watch is made on. `store` is a function because the two know each other. */
export type TurnFilesOptions = {
	readonly ports: Ports;
	readonly snapshots: SnapshotsPort;
	readonly store: () => Store;
	readonly allowances: Allowances;
	readonly cwd: string;
};

/** Makes the watch on the snapshots port. Nothing it does throws. */
export function createTurnFiles(options: TurnFilesOptions): TurnFiles {
	const { ports, snapshots, store, allowances } = options;
	const { clock, log } = ports;
	const dispatch: Store['dispatch'] = (event) => {
		if (!isClosed) store().dispatch(event);
	};
	const keeper = createKeeper({
		snapshots,
		clock,
		log,
		onFailure: (failure) => dispatch({ type: 'snapshot-failed', failure }),
	});
	const comparer = createComparer({ snapshots, files: ports.files, log, cwd: options.cwd });
	let isClosed = false;
	let current: WatchedTurn | null = null;
	let jobs: Promise<void> = Promise.resolve();
	let waiting = 0;
	let moments = 0;

	/** One comparison at a time, in order. */
	function enqueue(job: () => Promise<void>): void {
		waiting += 1;
		jobs = jobs
			.then(job)
			.catch((error: unknown) => log.write('error', 'comparing failed', { error: String(error) }))
			.finally(() => {
				waiting -= 1;
				if (waiting === 0) releaseUnused();
			});
	}

	function releaseUnused(): void {
		const moment = moments;
		void Promise.all([current?.start, current?.stretch?.base]).then((held) => {
			// Something new began meanwhile: its snapshots are not in the list.
			if (moment !== moments || waiting > 0 || isClosed) return;
			const reported = current?.stretch?.reported?.to;
			const inUse = [...held, reported].filter((one) => one !== null && one !== undefined);
			keeper.release(store().getState().changes.sets, inUse);
		});
	}

	function beginTurn(turnId: string, isPlan: boolean): void {
		allowances.clear();
		const state = store().getState();
		const start = keeper.take();
		const turn: WatchedTurn = {
			id: turnId,
			firstEntry: state.turn?.firstEntry ?? state.entries.size,
			start,
			isLate: false,
			stretch: null,
			stretches: 0,
		};
		current = turn;
		if (isPlan) beginStretch(turn, start);
	}

	function beginStretch(turn: WatchedTurn, base: Promise<Snapshot | null>): void {
		turn.stretch?.stop();
		turn.stretches += 1;
		let stopTimer: (() => void) | null = null;
		let lasted = 0;
		const stretch: Stretch = { id: `${turn.id}.plan${turn.stretches}`, base, reported: null, stop };
		const lookSoon = (): void => {
			if (stopTimer !== null) return;
			const timer = clock.after(Math.max(LOOK_DELAY, lasted * REST_AFTER_LOOK), () => {
				enqueue(async () => {
					const began = clock.now();
					if (stopTimer === timer) await look(turn, stretch, keeper.take(), false);
					lasted = clock.now() - began;
					if (stopTimer === timer) stopTimer = null;
				});
			});
			stopTimer = timer;
		};
		const stopWatching = snapshots.watch(lookSoon);
		let isStopped = false;
		function stop(): void {
			if (isStopped) return;
			isStopped = true;
			stopWatching();
			stopTimer?.();
			// Nothing looks any more, not even what was on its way.
			stopTimer = () => {};
		}
		turn.stretch = stretch;
	}

	/** Compares a stretch of plan mode so far, and reports what is news. */
	async function look(
		turn: WatchedTurn,
		stretch: Stretch,
		taking: Promise<Snapshot | null>,
		isOver: boolean,
		state?: SessionState,
	): Promise<void> {
		const [from, to] = await Promise.all([stretch.base, taking]);
		if (from === null || to === null || isClosed) return;
		const allowed = allowances.list();
		const compared = await comparer.compare({
			from,
			to,
			state: state ?? store().getState(),
			firstEntry: turn.firstEntry,
			allowed,
			isPlanned: true,
		});
		if (compared === null) return;
		const files = compared.files.filter((file) => file.isTampering);
		const before = stretch.reported;
		const report = { ...compared, files };
		if (!(await comparer.isNews(before, report))) return;
		stretch.reported = report;
		dispatch({ type: 'plan-tampering', set: comparer.setOf(stretch.id, turn.id, report, lateRemark(turn)), isOver });
	}

	async function endTurn(
		turn: WatchedTurn,
		taking: Promise<Snapshot | null>,
		state: SessionState,
		allowed: ReturnType<Allowances['list']>,
	): Promise<void> {
		const { stretch } = turn;
		const isAllPlan = stretch !== null && turn.stretches === 1 && stretch.base === turn.start;
		if (stretch !== null && !isAllPlan) await look(turn, stretch, taking, true, state);
		const [from, to] = await Promise.all([turn.start, taking]);
		if (from === null || to === null || isClosed) return;
		const { firstEntry } = turn;
		const compared = await comparer.compare({ from, to, state, firstEntry, allowed, isPlanned: isAllPlan });
		if (compared === null) return;
		const hasReports = store()
			.getState()
			.changes.sets.some((set) => set.turnId === turn.id);
		if (compared.files.length === 0 && !hasReports) return;
		const id = isAllPlan ? stretch.id : turn.id;
		dispatch({ type: 'turn-changes', set: comparer.setOf(id, turn.id, compared, lateRemark(turn)) });
	}

	function lateRemark(turn: WatchedTurn): string | undefined {
		return turn.isLate
			? 'The agent began before the files were kept; what it changed in the first moments may be missing.'
			: undefined;
	}

	return {
		take(turnId, moment) {
			moments += 1;
			if (moment === 'turn-start' || moment === 'turn-start-in-plan') {
				beginTurn(turnId, moment === 'turn-start-in-plan');
				return;
			}
			const turn = current;
			if (turn === null || turn.id !== turnId) return;
			const { stretch } = turn;
			switch (moment) {
				case 'plan-on':
					beginStretch(turn, keeper.take());
					break;
				case 'look':
				case 'plan-off': {
					if (stretch === null) break;
					const isOver = moment === 'plan-off';
					const taking = keeper.take();
					enqueue(() => look(turn, stretch, taking, isOver));
					if (isOver) endStretch(turn);
					break;
				}
				case 'plan-approved':
					endStretch(turn);
					break;
				case 'turn-end': {
					const state = store().getState();
					const allowed = allowances.list();
					const taking = keeper.take();
					stretch?.stop();
					enqueue(() => endTurn(turn, taking, state, allowed));
					if (current === turn) current = null;
					break;
				}
			}
		},
		async begun(turnId) {
			const turn = current;
			if (turn === null || turn.id !== turnId) return;
			await new Promise<void>((resolve) => {
				const stopTimer = clock.after(PATIENCE, () => {
					turn.isLate = true;
					log.write('warn', 'the turn began before its files were kept', { turnId, milliseconds: PATIENCE });
					resolve();
				});
				void turn.start.finally(() => {
					stopTimer();
					resolve();
				});
			});
		},
		async restore({ setId, direction, to, expected, paths }) {
			const result = await snapshots.restore(to, expected, paths);
			if (result.ok) dispatch({ type: 'files-restored', setId, direction, report: result.value });
			else dispatch({ type: 'restore-failed', failure: result.failure });
		},
		settled: () => jobs,
		close() {
			isClosed = true;
			current?.stretch?.stop();
		},
	};

	function endStretch(turn: WatchedTurn): void {
		turn.stretch?.stop();
		turn.stretch = null;
	}
}
