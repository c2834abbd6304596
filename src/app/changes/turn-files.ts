import type { Effect, SnapshotMoment } from '../../core/effect.js';
import type { AppEvent } from '../../core/event.js';
import type { Failure } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import { isSettledWithin } from '../settled-within.js';
import type { Store } from '../store.js';
import type { Allowances } from './allowances.js';
import { createJobs, type Jobs } from './change-jobs.js';
import { type ClientWrites, describeWrites, restoreFiles } from './client-writes.js';
import { type Comparer, createComparer } from './compare-texts.js';
import type { OwnWrites } from './own-writes.js';
import { beginPlanPeriod, type PlanPeriod } from './plan-period.js';
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.js';

/** Milliseconds that a prompt waits for the turn's first snapshot. */
const PATIENCE = 1500;

/** `store` is a function because the two refer to each other. */
export type TurnFilesOptions = {
	readonly ports: Ports;
	readonly snapshots: SnapshotsPort;
	readonly store: Store;
	readonly allowances: Allowances;
	readonly clientWrites: ClientWrites;
	readonly ownWrites: OwnWrites;
	readonly cwd: string;
	/** Applied before the first snapshot of a turn; null: no shadow. */
	readonly shadow?: { settled(): Promise<void> } | null;
	/** Settles when nothing of a turn is taken back any more; null: nothing is. */
	readonly late?: () => Promise<void> | null;
};

type WatchedTurn = {
	readonly id: string;
	readonly firstEntry: number;
	readonly start: Promise<Snapshot | null>;
	isLate: boolean;
	period: PlanPeriod | null;
	periods: number;
};

type Ending = {
	readonly taking: Promise<Snapshot | null>;
	readonly state: SessionState;
	readonly allowed: ReturnType<Allowances['list']>;
	readonly writes: ReturnType<ClientWrites['list']>;
};

/** Watches the workspace over the turns: what each changed, what plan mode does not explain, undo. Never throws. */
export class TurnFiles {
	readonly #options: TurnFilesOptions;
	readonly #kept: SnapshotStore;
	readonly #comparer: Comparer;
	readonly #jobs: Jobs;
	#isClosed = false;
	#current: WatchedTurn | null = null;
	#moments = 0;

	constructor(options: TurnFilesOptions) {
		const { ports, snapshots, ownWrites, cwd } = options;
		const { clock, log, files } = ports;
		this.#options = options;
		const onFailure = (failure: Failure): void => this.#dispatch({ type: 'snapshot-failed', failure });
		this.#kept = createSnapshotStore({ snapshots, clock, log, onFailure });
		this.#comparer = createComparer({ snapshots, files, log, ownWrites, cwd });
		this.#jobs = createJobs(
			(error) => log.write('error', 'comparing failed', { error }),
			() => this.#releaseUnused(),
		);
	}

	take(turnId: string, moment: SnapshotMoment): void {
		this.#moments += 1;
		if (moment === 'turn-start' || moment === 'turn-start-in-plan') this.#beginTurn(turnId, moment !== 'turn-start');
		else if (this.#current?.id === turnId) this.#follow(this.#current, moment);
	}

	/** Settles when the turn's first snapshot exists, at the latest after {@link PATIENCE}. */
	async begun(turnId: string): Promise<void> {
		const { clock, log } = this.#options.ports;
		const turn = this.#current;
		if (turn === null || turn.id !== turnId) return;
		if (await isSettledWithin(clock, PATIENCE, turn.start)) return;
		turn.isLate = true;
		log.write('warn', 'the turn began before its files were kept', { turnId, milliseconds: PATIENCE });
	}

	async restore(effect: Extract<Effect, { type: 'restore-files' }>): Promise<void> {
		const { store, snapshots, ports } = this.#options;
		this.#dispatch(await restoreFiles(effect, store.getState(), snapshots, ports));
	}

	/** Settles when nothing is being compared. */
	settled(): Promise<void> {
		return this.#jobs.settled();
	}

	/** Keeps the snapshots of a session that may be resumed. */
	retainForLater(): void {
		this.#kept.retainForLater();
	}

	close(): void {
		this.#isClosed = true;
		this.#current?.period?.stop();
	}

	#dispatch(event: AppEvent): void {
		if (!this.#isClosed) this.#options.store.dispatch(event);
	}

	#releaseUnused(): void {
		const moment = this.#moments;
		const current = this.#current;
		void Promise.all([current?.start, current?.period?.base]).then((referenced) => {
			// Snapshots of what began meanwhile are not in the list.
			if (moment !== this.#moments || !this.#jobs.isIdle() || this.#isClosed) return;
			const inUse = [...referenced, this.#current?.period?.reported?.to].filter(
				(one) => one !== null && one !== undefined,
			);
			this.#kept.release(this.#options.store.getState().changes.sets, inUse);
		});
	}

	#beginTurn(turnId: string, isPlan: boolean): void {
		const { allowances, clientWrites, ownWrites, store } = this.#options;
		allowances.clear();
		clientWrites.clear();
		ownWrites.clear();
		const { turn: begun, entries } = store.getState();
		const start = this.#begun();
		const firstEntry = begun?.firstEntry ?? entries.size;
		const turn: WatchedTurn = { id: turnId, firstEntry, start, isLate: false, period: null, periods: 0 };
		this.#current = turn;
		if (isPlan) this.#watchPlan(turn, start);
	}

	/** Includes changes of the previous turn that were still to be applied. */
	#begun(): Promise<Snapshot | null> {
		const { shadow } = this.#options;
		return shadow == null ? this.#takeLate() : shadow.settled().then(() => this.#takeLate());
	}

	#takeLate(): Promise<Snapshot | null> {
		const late = this.#options.late?.() ?? null;
		return late === null ? this.#kept.take() : late.then(() => this.#kept.take());
	}

	#watchPlan(turn: WatchedTurn, base: Promise<Snapshot | null>): void {
		const { snapshots, ports } = this.#options;
		turn.period?.stop();
		turn.periods += 1;
		const id = `${turn.id}.plan${turn.periods}`;
		turn.period = beginPlanPeriod({ id, base }, { snapshots, clock: ports.clock }, (period) =>
			this.#jobs.add(async () => {
				if (turn.period === period && this.#current === turn) {
					await this.#compare(turn, period, this.#kept.take(), false);
				}
			}),
		);
	}

	async #compare(
		turn: WatchedTurn,
		period: PlanPeriod,
		taking: Promise<Snapshot | null>,
		isOver: boolean,
		state?: SessionState,
	): Promise<void> {
		const [from, to] = await Promise.all([period.base, taking]);
		if (from === null || to === null || this.#isClosed) return;
		const compared = await this.#comparer.compare({
			from,
			to,
			state: state ?? this.#options.store.getState(),
			firstEntry: turn.firstEntry,
			allowed: this.#options.allowances.list(),
			isPlanned: true,
		});
		if (compared === null) return;
		const report = { ...compared, files: compared.files.filter((file) => file.isTampering) };
		if (!(await this.#comparer.isNews(period.reported, report))) return;
		period.reported = report;
		const set = this.#comparer.setOf(period.id, turn.id, report, lateRemark(turn));
		this.#dispatch({ type: 'plan-tampering', set, isOver });
	}

	async #endTurn(turn: WatchedTurn, { taking, state, allowed, writes }: Ending): Promise<void> {
		const { period, firstEntry } = turn;
		const isAllPlan = period !== null && turn.periods === 1 && period.base === turn.start;
		if (period !== null && !isAllPlan) await this.#compare(turn, period, taking, true, state);
		const [from, to] = await Promise.all([turn.start, taking]);
		if (from === null || to === null || this.#isClosed) return;
		const compared = await this.#comparer.compare({ from, to, state, firstEntry, allowed, isPlanned: isAllPlan });
		if (compared === null) return;
		const written = await describeWrites(writes, compared.files, this.#options.ports.files);
		const whole = { ...compared, files: [...compared.files, ...written] };
		const { sets } = this.#options.store.getState().changes;
		if (whole.files.length === 0 && !sets.some((set) => set.turnId === turn.id)) return;
		const id = isAllPlan ? period.id : turn.id;
		this.#dispatch({ type: 'turn-changes', set: this.#comparer.setOf(id, turn.id, whole, lateRemark(turn)) });
	}

	#follow(turn: WatchedTurn, moment: Exclude<SnapshotMoment, 'turn-start' | 'turn-start-in-plan'>): void {
		const { period } = turn;
		switch (moment) {
			case 'plan-on':
				this.#watchPlan(turn, this.#kept.take());
				break;
			case 'look':
			case 'plan-off': {
				if (period === null) break;
				const isOver = moment === 'plan-off';
				const taking = this.#kept.take();
				void this.#jobs.add(() => this.#compare(turn, period, taking, isOver));
				if (isOver) endPeriod(turn);
				break;
			}
			case 'plan-approved':
				endPeriod(turn);
				break;
			case 'turn-end': {
				const { allowances, clientWrites, store } = this.#options;
				const [allowed, writes] = [allowances.list(), clientWrites.list()];
				const ending: Ending = { taking: this.#takeLate(), state: store.getState(), allowed, writes };
				period?.stop();
				void this.#jobs.add(() => this.#endTurn(turn, ending));
				this.#current = null;
				break;
			}
		}
	}
}

function lateRemark(turn: WatchedTurn): string | undefined {
	return turn.isLate
		? 'The agent began before the files were kept; what it changed in the first moments may be missing.'
		: undefined;
}

function endPeriod(turn: WatchedTurn): void {
	turn.period?.stop();
	turn.period = null;
}
