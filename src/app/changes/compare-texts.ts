import type { ChangedFile, ChangeSet } from '../../core/changes.js';
import { defined } from '../../core/defined.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { FilesPort, LogPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { FileChange, Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import type { Allowance } from './allowances.js';
import { countUnlisted, describeChanges, gatherEvidence } from './change-evidence.js';
import type { OwnWrites } from './own-writes.js';

export type Compared = {
	readonly from: Snapshot;
	readonly to: Snapshot;
	readonly files: readonly ChangedFile[];
	readonly remark?: string;
};

type Comparison = {
	readonly from: Snapshot;
	readonly to: Snapshot;
	readonly state: SessionState;
	/** Index of the turn's first entry. */
	readonly firstEntry: number;
	readonly allowed: readonly Allowance[];
	/** Plan mode was on all the time. */
	readonly isPlanned: boolean;
};

export function createComparer(options: {
	readonly snapshots: SnapshotsPort;
	readonly files: FilesPort;
	readonly log: LogPort;
	readonly ownWrites: OwnWrites;
	readonly cwd: string;
}) {
	const { snapshots, files, log, ownWrites, cwd } = options;
	return {
		/** Null when the versions could not be compared; the log says why. */
		async compare({ from, to, state, firstEntry, allowed, isPlanned }: Comparison): Promise<Compared | null> {
			if (from.id === to.id) return { from, to, files: [] };
			const changes = await snapshots.between(from, to);
			if (!changes.ok) {
				log.write('warn', 'snapshots not compared', { code: changes.failure.code });
				return null;
			}
			const written = await ownWrites.filter(changes.value, { from, to });
			const others = state.sandbox.agent === 'shadow' ? await plansIn(written, files, cwd) : written;
			if (others.length === 0) return { from, to, files: [] };
			const evidenceFor = await gatherEvidence(state, firstEntry, allowed, files);
			const described = await describeChanges(snapshots, { from, to, cwd }, others, evidenceFor, isPlanned);
			const remark = countUnlisted(others);
			return { from, to, files: described, ...defined({ remark }) };
		},
		/** Whether `after` reports something that `before` did not. */
		async isNews(before: Compared | null, after: Compared): Promise<boolean> {
			if (before === null) return after.files.length > 0;
			if (keyOf(before) !== keyOf(after)) return true;
			const since = await snapshots.between(before.to, after.to);
			return !since.ok || since.value.some((change) => after.files.some((file) => file.path === change.path));
		},
		setOf(
			id: string,
			turnId: string,
			{ from, to, files: changed, remark }: Compared,
			other: string | undefined,
		): ChangeSet {
			const remarks = [remark, other].filter((one) => one !== undefined);
			return {
				id,
				turnId,
				before: from,
				after: to,
				files: changed,
				undone: [],
				...(remarks.length === 0 ? {} : { remark: remarks.join(' ') }),
			};
		},
	};
}

export type Comparer = ReturnType<typeof createComparer>;

/**
 * An agent in a shadow changes only its plans in the workspace; all else came from the user or another program. Applied
 * changes are a set of their own.
 */
async function plansIn(changes: readonly FileChange[], files: FilesPort, cwd: string): Promise<readonly FileChange[]> {
	const facts = await Promise.all(changes.map(({ path }) => files.inspect(absolutePath(cwd, path))));
	return changes.filter((_, index) => facts[index]?.isPlanFile === true);
}

function keyOf({ files }: Compared): string {
	return JSON.stringify(files.map((file) => [file.path, file.kind, file.known]));
}
