import type { Effect } from '../../core/effect.js';
import type { FilesEvent } from '../../core/files-event.js';
import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { SnapshotsPort } from '../../core/snapshots.js';
import { restoreWrites } from './client-writes.js';

export async function restoreFiles(
	effect: Extract<Effect, { type: 'restore-files' }>,
	state: SessionState,
	snapshots: SnapshotsPort,
	{ files }: Pick<Ports, 'files'>,
): Promise<FilesEvent> {
	const { setId, direction, to, expected, paths } = effect;
	const set = state.changes.sets.find((known) => known.id === setId);
	const mine = set?.files.filter((file) => file.isClientKept === true && paths.includes(file.path)) ?? [];
	const kept = paths.filter((path) => !mine.some((file) => file.path === path));
	const restored: string[] = [];
	const refused: { readonly path: string; readonly because: string }[] = [];
	if (kept.length > 0) {
		const result = await snapshots.restore(to, expected, kept);
		if (!result.ok) return { type: 'restore-failed', failure: result.failure };
		restored.push(...result.value.restored);
		refused.push(...result.value.refused);
	}
	const besides = await restoreWrites(mine, direction, files);
	return {
		type: 'files-restored',
		setId,
		direction,
		report: { restored: [...restored, ...besides.restored], refused: [...refused, ...besides.refused] },
	};
}
