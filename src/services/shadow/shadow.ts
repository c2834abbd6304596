import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Failure, type Result, succeed } from '../../core/failure.js';
import { Serial } from '../../core/serial.js';
import { includedFiles } from '../../core/shadow/git-control.js';
import type {
	ApplyReport,
	CopiedBytes,
	DiscardReport,
	ReviewedChange,
	ReviewedPart,
	ShadowChange,
	ShadowTexts,
} from '../../core/shadow/shadow-change.js';
import type { ShadowPort } from '../../core/shadow/shadow-port.js';
import { systemError } from '../errno.js';
import { removeTree } from '../files/remove-tree.js';
import type { Place } from '../sandbox/linux/mount-place.js';
import type { Namespace } from '../sandbox/linux/namespace.js';
import { Watch } from '../snapshots/watch-workspace.js';
import type { ProcessLock } from '../state/process-lock.js';
import { type Applied, applyChanges, finishApplying } from './apply/apply-changes.js';
import { discardPart, partsIn } from './apply/plan-apply.js';
import { type Compared, Comparer } from './compare-shadow.js';
import { differing, SetApart } from './set-apart.js';
import type { ShadowBackend } from './shadow-backend.js';
import type { Difference, Look } from './shadow-difference.js';
import { REASONS, SHADOW } from './shadow-messages.js';
import { type ShadowRecord, writeRecord } from './shadow-record.js';
import { textsAsCompared, textsNow } from './shown-texts.js';
import type { SyncTimes } from './sync/sync-times.js';

const MOST_SESSIONS = 100;

export type ShadowParts = {
	readonly record: ShadowRecord;
	readonly folder: string;
	readonly backend: ShadowBackend;
	readonly sync: SyncTimes;
	readonly lock: ProcessLock | null;
};

/** Where other processes can read the view. */
export const LIVE_FILE = 'live.json';

/** A shadow that this process holds. Its operations run one at a time. */
export class Shadow implements ShadowPort {
	readonly id: string;
	readonly kind: ShadowPort['kind'];
	readonly notices: readonly string[];
	readonly place: Place;
	/** Mounts over parts of `place`. */
	readonly covers: readonly Place[];
	#record: ShadowRecord;
	readonly #parts: ShadowParts;
	readonly #comparer: Comparer;
	#compared: ReadonlyMap<string, Compared> = new Map();
	readonly #serial = new Serial();
	#watch: Watch | null = null;
	#apart: SetApart | null = null;
	#isComplete = true;
	#isClosed = false;

	private constructor(parts: ShadowParts, included: ReadonlySet<string>) {
		this.#parts = parts;
		this.#record = parts.record;
		this.id = parts.record.id;
		const { kind, notices, place, covers } = parts.backend;
		[this.kind, this.notices, this.place, this.covers] = [kind, notices, place, covers];
		this.#comparer = new Comparer({ view: parts.backend.layer, real: parts.record.cwd, sync: parts.sync, included });
	}

	/** Opens a shadow: what a killed process had begun to apply is completed or reverted. */
	static async open(parts: ShadowParts): Promise<Shadow> {
		const config = await readFile(join(parts.record.cwd, '.git', 'config'), 'utf8').catch(() => '');
		const shadow = new Shadow(parts, includedFiles(config));
		if (parts.lock !== null) await finishApplying(shadow.#applying());
		return shadow;
	}

	get record(): ShadowRecord {
		return this.#record;
	}

	/** False when the last look may have missed changes, as no view is mounted. */
	get isComplete(): boolean {
		return this.#isComplete;
	}

	attached(namespace: Namespace | null): void {
		const { backend, folder, sync } = this.#parts;
		backend.attached(namespace);
		this.#watch?.stop();
		this.#watch = null;
		if (namespace === null) {
			// No agent mounts the view now: an own view is mounted when needed.
			backend.takeBack();
			return;
		}
		// Only a look of `acp-tui shadow list` would be less exact without it.
		writeFile(join(folder, LIVE_FILE), JSON.stringify({ pid: namespace.pid }), { mode: 0o600 }).catch(() => {});
		const watch = new Watch(this.#record.cwd, () => void this.refresh());
		this.#watch = watch;
		void sync.names.settled().then(() => this.#follow(watch));
	}

	/** Before an agent's namespace mounts the view. */
	async handOver(): Promise<void> {
		const { backend, sync } = this.#parts;
		// Pending changes are listed before the base names are recorded, which are today's.
		await this.changes();
		await this.#alone(async () => {
			await backend.handOver();
			return succeed(undefined);
		});
		sync.scanNames();
	}

	changes(): Promise<Result<readonly ShadowChange[]>> {
		return this.#alone(async () => {
			const { compared } = await this.#compare();
			await this.#save();
			return succeed(compared.map(({ change }) => change));
		});
	}

	async texts(path: string, version?: string): Promise<Result<ShadowTexts>> {
		const roots = { view: this.#parts.backend.layer, real: this.#record.cwd };
		if (version === undefined) return succeed(await textsNow(path, roots));
		const compared = this.#compared.get(path);
		return compared?.change.version === version ? textsAsCompared(compared, roots) : SHADOW.changedSince(path);
	}

	apply(changes: readonly ReviewedChange[], onCopied?: (copied: CopiedBytes) => void): Promise<Result<ApplyReport>> {
		return this.#alone(async () => {
			const { compared } = await this.#compare();
			for (const { path, contents } of partsIn(changes, compared)) this.#parts.sync.partly(path, contents);
			await this.#save();
			return applyChanges(changes, compared, { ...this.#applying(), onCopied });
		});
	}

	discard(paths: readonly string[]): Promise<Result<DiscardReport>> {
		return this.#alone(async () => {
			const { compared } = await this.#compare();
			const named = new Set(paths);
			const report = await this.#discard(differing(compared.filter(({ change }) => named.has(change.path))), compared);
			const known = new Set(compared.map(({ change }) => change.path));
			const unknown = paths.filter((path) => !known.has(path));
			return succeed({
				discarded: report.discarded.filter((path) => named.has(path)),
				skipped: [...report.skipped, ...unknown.map((path) => ({ path, reason: REASONS.noChange }))],
			});
		});
	}

	discardPart(part: ReviewedPart): Promise<Result<DiscardReport>> {
		return this.#alone(async () => {
			const { compared } = await this.#compare();
			const report = await discardPart(part, compared, this.#applying());
			if (report.discarded.length > 0) await this.#parts.backend.refresh();
			await this.#settle(report.discarded);
			return succeed(report);
		});
	}

	setApart(): Promise<Result<void>> {
		return this.#alone(async () => {
			this.#apart = null;
			const { compared } = await this.#compare();
			const { backend, folder } = this.#parts;
			const taken = await SetApart.take(compared, backend.layer, join(folder, 'apart'));
			if (!taken.ok) return taken;
			this.#apart = taken.value;
			return succeed(undefined);
		});
	}

	dropSince(stays: ((path: string) => boolean) | null): Promise<Result<DiscardReport>> {
		return this.#alone(async () => {
			const apart = this.#apart;
			this.#apart = null;
			const report = await apart?.end(stays, {
				compare: async () => (await this.#compare()).compared,
				discard: (wanted, compared) => this.#discard(wanted, compared),
				root: () => this.#parts.backend.viewRoot(),
			});
			return succeed(report ?? { discarded: [], skipped: [] });
		});
	}

	async #discard(wanted: readonly Difference[], compared: readonly Compared[]): Promise<DiscardReport> {
		const report = await this.#parts.backend.discard(wanted, differing(compared));
		await this.#settle(report.discarded);
		return report;
	}

	async beginTurn(): Promise<void> {
		await this.#alone(async () => {
			const { sync, backend } = this.#parts;
			// A copy gets the user's changes; what cannot be read now comes with the next prompt.
			await backend.refresh();
			const { compared } = await this.#compare();
			await sync.beginTurn(differing(compared));
			await this.#save();
			return succeed(undefined);
		});
		const watch = this.#watch;
		if (watch !== null) void this.#parts.sync.names.settled().then(() => this.#follow(watch));
	}

	refresh(): Promise<Result<void>> {
		return this.#alone(() => this.#parts.backend.refresh());
	}

	async setSession(sessionId: string): Promise<void> {
		const { sessionId: last, earlierSessions = [] } = this.#record;
		if (last === sessionId) return;
		const earlier = [...earlierSessions, ...(last === null ? [] : [last])].filter((each) => each !== sessionId);
		this.#record = { ...this.#record, sessionId, earlierSessions: earlier.slice(-MOST_SESSIONS) };
		await writeRecord(this.#parts.folder, this.#record).catch(() => {
			// The list names it without its session then.
		});
	}

	async close(): Promise<void> {
		if (this.#isClosed) return;
		const { backend, folder, sync, lock } = this.#parts;
		this.attached(null);
		const isEmpty = lock !== null && (await this.#isEmpty());
		this.#isClosed = true;
		sync.names.close();
		await backend.close();
		if (lock === null) return;
		// A turn that was cut off leaves it: what changed since waits like everything else.
		await removeTree(join(folder, 'apart')).catch(() => {});
		// A folder that cannot be removed is found by the next list.
		if (isEmpty) await removeTree(folder).catch(() => {});
		await lock.release();
	}

	async #isEmpty(): Promise<boolean> {
		const compared = await this.#alone(async () => succeed(await this.#compare()));
		return compared.ok && compared.value.look.isComplete && compared.value.compared.length === 0;
	}

	async #compare(): Promise<{ readonly look: Look; readonly compared: readonly Compared[] }> {
		const look = await this.#parts.backend.look();
		const compared = await this.#comparer.compare(look);
		this.#isComplete = look.isComplete;
		this.#compared = new Map(compared.map((each) => [each.change.path, each]));
		this.#parts.sync.note(differing(compared));
		return { look, compared };
	}

	#applying() {
		const { folder, sync, backend } = this.#parts;
		const onApplied = async ({ paths, large }: Applied): Promise<void> => {
			for (const { path, view, real } of large) sync.same(path, view, real);
			// The workspace has it all by now. What cannot be taken out of the view stays there, the same as the workspace's.
			await this.#settle(paths).catch(() => {});
		};
		return { folder, view: backend.layer, real: this.#record.cwd, root: () => backend.viewRoot(), onApplied };
	}

	/** Applied or discarded paths are equal on both sides now, unless written since. */
	async #settle(paths: readonly string[]): Promise<void> {
		const { look, compared } = await this.#compare();
		const differs = new Set(differing(compared).map(({ path }) => path));
		const same = new Set(paths.filter((path) => !differs.has(path)));
		for (const path of same) this.#parts.sync.settled(path);
		await this.#parts.backend.settle(same, compared, look);
		await this.#save();
	}

	/** Does nothing for a shadow of another process, which is only read. */
	async #save(): Promise<void> {
		if (this.#parts.lock !== null) await this.#parts.sync.save();
	}

	async #follow(watch: Watch): Promise<void> {
		const { names } = this.#parts.sync;
		if (this.#watch === watch) await watch.follow(names.paths(), (path) => names.has(path));
	}

	/** Runs one operation at a time; system errors become failures. */
	#alone<T>(use: () => Promise<Result<T>>): Promise<Result<T>> {
		return this.#serial.run(async (): Promise<Result<T>> => {
			if (this.#isClosed) return SHADOW.notRead(this.id, 'it is closed');
			try {
				return await use();
			} catch (error) {
				const { code, why } = systemError(error);
				const failure: Failure = { ...SHADOW.notRead(this.id, why).failure, code };
				return { ok: false, failure };
			}
		});
	}
}
