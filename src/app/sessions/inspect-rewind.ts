import type { RewindFiles } from '../../core/branch-event.js';
import type { ChangeSet } from '../../core/changes.js';
import type { Failure } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';

/** Finds files of the turns that somebody else changed between two of them or since. `sets`: the oldest first. */
export async function inspectRewind(
	{ snapshots, files }: Pick<Ports, 'snapshots' | 'files'>,
	entryId: string,
	sets: readonly ChangeSet[],
): Promise<RewindFiles> {
	if (sets.length === 0) return { entryId, changed: [] };
	if (snapshots === undefined)
		return { entryId, changed: [], failure: { code: 'not-found', message: 'No versions of the files are kept here.' } };
	const now = await snapshots.take();
	if (!now.ok) return { entryId, changed: [], failure: now.failure };
	try {
		const found = await changedSince(snapshots, sets, now.value);
		if ('code' in found) return { entryId, changed: [], failure: found };
		for (const { path, diff, isClientKept } of sets.at(-1)?.files ?? []) {
			if (isClientKept !== true || diff === null) continue;
			const text = await files.read(diff.path);
			if (!text.ok || text.value !== diff.newText) found.add(path);
		}
		return { entryId, changed: [...found] };
	} finally {
		await snapshots.drop(now.value);
	}
}

async function changedSince(
	snapshots: SnapshotsPort,
	sets: readonly ChangeSet[],
	now: Snapshot,
): Promise<Set<string> | Failure> {
	const mine = new Set<string>();
	const changed = new Set<string>();
	for (const [place, set] of sets.entries()) {
		for (const { path } of set.files) if (!set.undone.includes(path)) mine.add(path);
		const between = await snapshots.between(set.after, sets[place + 1]?.before ?? now);
		if (!between.ok) return between.failure;
		for (const { path } of between.value) if (mine.has(path)) changed.add(path);
	}
	// The oldest turn's first snapshot must exist, too.
	const [first] = sets;
	const oldest = first === undefined ? null : await snapshots.between(first.before, first.after);
	return oldest === null || oldest.ok ? changed : oldest.failure;
}
