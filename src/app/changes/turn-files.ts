import type { Effect, SnapshotMoment } from '../../core/effect.js';
import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import type { Store } from '../store.js';
import type { Allowances } from './allowances.js';
import { type ClientWrites, describeWrites } from './client-writes.js';
import { createComparer } from './compare.js';
import { createJobs } from './jobs.js';
import type { OwnWrites } from './own-writes.js';
import { restoreFiles } from './restore.js';
import { createKeeper } from './snapshots.js';
import { beginStretch, type Stretch } from './stretch.js';

/** How long a prompt waits for the turn's first snapshot, in ms. */
const PATIENCE = 1500;

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

/** What the watch is made on. `store` is a function because the two know each other. */
export type TurnFilesOptions = {
	readonly ports: Ports;
	readonly snapshots: SnapshotsPort;
	readonly store: () => Store;
	readonly allowances: Allowances;
	readonly clientWrites: ClientWrites;
	readonly ownWrites: OwnWrites;
	readonly cwd: string;
};

type WatchedTurn = {
	readonly id: string;
	readonly firstEntry: number;
	readonly start: Promise<Snapshot | null>;
	isLate: boolean;
	stretch: Stretch | null;
	/** How many stretches of plan mode it had. */
	stretches: number;
};

/** What the end of a turn is judged by, as it was at that moment. */
type Ending = {
	readonly taking: Promise<Snapshot | null>;
	readonly state: SessionState;
	readonly allowed: ReturnType<Allowances['list']>;
	readonly writes: ReturnType<ClientWrites['list']>;
};

const LATE = 'The agent began before the files were kept; what it changed in the first moments may be missing.';

/** Makes the watch on the snapshots port. Nothing it does throws. */
export function createTurnFiles(options: TurnFilesOptions): TurnFiles {
	const { ports, snapshots, store, allowances, clientWrites, ownWrites } = options;
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
	const comparer = createComparer({ snapshots, files: ports.files, log, ownWrites, cwd: options.cwd });
	const jobs = createJobs(
		(error) => log.write('error', 'comparing failed', { error: String(error) }),
		() => releaseUnused(),
	);
	let isClosed = false;
	let current: WatchedTurn | null = null;
	let moments = 0;

	function releaseUnused(): void {
		const moment = moments;
		void Promise.all([current?.start, current?.stretch?.base]).then((held) => {
			// Something new began meanwhile: its snapshots are not in the list.
			if (moment !== moments || !jobs.isIdle() || isClosed) return;
			const inUse = [...held, current?.stretch?.reported?.to].filter((one) => one !== null && one !== undefined);
			keeper.release(store().getState().changes.sets, inUse);
		});
	}

	function beginTurn(turnId: string, isPlan: boolean): void {
		allowances.clear();
		clientWrites.clear();
		ownWrites.clear();
		const { turn: begun, entries } = store().getState();
		const start = keeper.take();
		const firstEntry = begun?.firstEntry ?? entries.size;
		const turn: WatchedTurn = { id: turnId, firstEntry, start, isLate: false, stretch: null, stretches: 0 };
		current = turn;
		if (isPlan) watchPlan(turn, start);
	}

	function watchPlan(turn: WatchedTurn, base: Promise<Snapshot | null>): void {
		turn.stretch?.stop();
		turn.stretches += 1;
		const id = `${turn.id}.plan${turn.stretches}`;
		turn.stretch = beginStretch({ id, base }, { snapshots, clock }, (stretch) =>
			jobs.add(async () => {
				if (turn.stretch === stretch && current === turn) await look(turn, stretch, keeper.take(), false);
			}),
		);
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
		const compared = await comparer.compare({
			from,
			to,
			state: state ?? store().getState(),
			firstEntry: turn.firstEntry,
			allowed: allowances.list(),
			isPlanned: true,
		});
		if (compared === null) return;
		const report = { ...compared, files: compared.files.filter((file) => file.isTampering) };
		if (!(await comparer.isNews(stretch.reported, report))) return;
		stretch.reported = report;
		dispatch({ type: 'plan-tampering', set: comparer.setOf(stretch.id, turn.id, report, lateRemark(turn)), isOver });
	}

	async function endTurn(turn: WatchedTurn, { taking, state, allowed, writes }: Ending): Promise<void> {
		const { stretch } = turn;
		const isAllPlan = stretch !== null && turn.stretches === 1 && stretch.base === turn.start;
		if (stretch !== null && !isAllPlan) await look(turn, stretch, taking, true, state);
		const [from, to] = await Promise.all([turn.start, taking]);
		if (from === null || to === null || isClosed) return;
		const { firstEntry } = turn;
		const compared = await comparer.compare({ from, to, state, firstEntry, allowed, isPlanned: isAllPlan });
		if (compared === null) return;
		const besides = await describeWrites(writes, compared.files, ports.files);
		const whole = { ...compared, files: [...compared.files, ...besides] };
		const { sets } = store().getState().changes;
		if (whole.files.length === 0 && !sets.some((set) => set.turnId === turn.id)) return;
		const id = isAllPlan ? stretch.id : turn.id;
		dispatch({ type: 'turn-changes', set: comparer.setOf(id, turn.id, whole, lateRemark(turn)) });
	}

	function lateRemark(turn: WatchedTurn): string | undefined {
		return turn.isLate ? LATE : undefined;
	}

	function endStretch(turn: WatchedTurn): void {
		turn.stretch?.stop();
		turn.stretch = null;
	}

	function follow(turn: WatchedTurn, moment: Exclude<SnapshotMoment, 'turn-start' | 'turn-start-in-plan'>): void {
		const { stretch } = turn;
		switch (moment) {
			case 'plan-on':
				watchPlan(turn, keeper.take());
				break;
			case 'look':
			case 'plan-off': {
				if (stretch === null) break;
				const isOver = moment === 'plan-off';
				const taking = keeper.take();
				void jobs.add(() => look(turn, stretch, taking, isOver));
				if (isOver) endStretch(turn);
				break;
			}
			case 'plan-approved':
				endStretch(turn);
				break;
			case 'turn-end': {
				const [allowed, writes] = [allowances.list(), clientWrites.list()];
				const ending: Ending = { taking: keeper.take(), state: store().getState(), allowed, writes };
				stretch?.stop();
				void jobs.add(() => endTurn(turn, ending));
				current = null;
				break;
			}
		}
	}

	return {
		take(turnId, moment) {
			moments += 1;
			if (moment === 'turn-start' || moment === 'turn-start-in-plan') beginTurn(turnId, moment !== 'turn-start');
			else if (current?.id === turnId) follow(current, moment);
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
		async restore(effect) {
			dispatch(await restoreFiles(effect, store().getState(), snapshots, ports));
		},
		settled: jobs.settled,
		close() {
			isClosed = true;
			current?.stretch?.stop();
		},
	};
}
