import type { ChangedFile, Evidence } from '../../core/changes.js';
import type { FileChange, Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import { countUnlisted, describeChanges } from './evidence.js';

/** A snapshot, null where none can be taken. */
export async function takenNow(snapshots: SnapshotsPort | undefined): Promise<Snapshot | null> {
	const snapshot = await snapshots?.take();
	return snapshot?.ok === true ? snapshot.value : null;
}

/** Changes between two versions that are the caller's own. */
export async function changesBetween(
	snapshots: SnapshotsPort,
	versions: { readonly from: Snapshot; readonly to: Snapshot; readonly cwd: string },
	{ isOwn, evidence }: { readonly isOwn: (change: FileChange) => Promise<boolean>; readonly evidence: Evidence },
): Promise<{ readonly listed: readonly ChangedFile[]; readonly remark: string | undefined }> {
	const changes = await snapshots.between(versions.from, versions.to);
	if (!changes.ok) return { listed: [], remark: undefined };
	// Other changes were made by somebody else.
	const own: FileChange[] = [];
	for (const change of changes.value) if (await isOwn(change)) own.push(change);
	const listed = await describeChanges(snapshots, versions, own, async () => evidence, false);
	return { listed, remark: countUnlisted(own) };
}
