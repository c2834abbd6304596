import type { FileChange, Snapshot, SnapshotsPort } from '../../core/snapshots.js';

/** Files that this program wrote for the user in a turn, such as an export: no changes of the agent's. */
export function createOwnWrites(snapshots: Pick<SnapshotsPort, 'read'>) {
	let writes = new Map<string, { readonly oldText: string | null; readonly newText: string }>();

	async function isOwn({ path }: FileChange, from: Snapshot, to: Snapshot): Promise<boolean> {
		const write = writes.get(path);
		if (write === undefined) return false;
		const [before, after] = await Promise.all([snapshots.read(from, path), snapshots.read(to, path)]);
		if (!before.ok || !after.ok) return false;
		const wasOld = write.oldText === null ? !before.value.exists : before.value.text === write.oldText;
		return wasOld && after.value.text === write.newText;
	}

	return {
		/** `path` is relative to the workspace, with `/`; `oldText` is null for a new file. */
		add(path: string, oldText: string | null, newText: string): void {
			const known = writes.get(path);
			// Consecutive writes are one, when nobody wrote in between.
			const isNext = known !== undefined && known.newText === oldText;
			writes.set(path, { oldText: isNext ? known.oldText : oldText, newText });
		},
		/** Leaves out the changes that are exactly such a write. */
		async filter(
			changes: readonly FileChange[],
			{ from, to }: { readonly from: Snapshot; readonly to: Snapshot },
		): Promise<readonly FileChange[]> {
			if (writes.size === 0) return changes;
			const own = await Promise.all(changes.map((change) => isOwn(change, from, to)));
			return changes.filter((_, index) => own[index] !== true);
		},
		clear(): void {
			writes = new Map();
		},
	};
}

export type OwnWrites = ReturnType<typeof createOwnWrites>;
