import type { ChangedFile } from '../../core/changes.js';
import { defined } from '../../core/defined.js';
import type { Effect } from '../../core/effect.js';
import type { FilesEvent } from '../../core/files-event.js';
import { fileName } from '../../core/policy/file-name.js';
import type { PathFact } from '../../core/policy/policy-types.js';
import type { FilesPort, Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { RestoreReport, SnapshotsPort } from '../../core/snapshots.js';

type ClientWrite = {
	readonly path: string;
	readonly real: string;
	readonly oldText: string | null;
	readonly newText: string;
};

/** Characters; longer texts are not saved. */
const MOST_CHARS = 2_000_000;

/** Files that the client itself wrote in a turn; snapshots leave out those that git ignores. */
export function createClientWrites() {
	let writes = new Map<string, ClientWrite>();
	return {
		/** Records a completed write; `oldText` is null for a new file. */
		add(fact: PathFact, oldText: string | null, newText: string): void {
			const { real } = fact;
			const path = fileName(fact);
			// Plan files of agents are not the user's work.
			if (real === null || path === null) return;
			const first = writes.get(real);
			writes.set(real, { path, real, oldText: first === undefined ? oldText : first.oldText, newText });
		},
		list: (): readonly ClientWrite[] => [...writes.values()],
		clear(): void {
			writes = new Map();
		},
	};
}

export type ClientWrites = ReturnType<typeof createClientWrites>;

export async function describeWrites(
	writes: readonly ClientWrite[],
	known: readonly { readonly path: string }[],
	files: FilesPort,
): Promise<readonly ChangedFile[]> {
	const paths = new Set(known.map((file) => file.path));
	const found = await Promise.all(
		writes.map(async ({ path, real, oldText, newText }): Promise<ChangedFile | null> => {
			if (paths.has(path) || oldText === newText) return null;
			const now = await files.read(real);
			if (!now.ok || now.value !== newText) return null;
			const isLarge = newText.length + (oldText?.length ?? 0) > MOST_CHARS;
			const gap =
				oldText === null
					? 'it is new, in a place of which no versions are kept'
					: isLarge
						? 'it is too large, in a place of which no versions are kept'
						: undefined;
			return {
				path,
				kind: oldText === null ? 'added' : 'modified',
				canRestore: gap === undefined,
				known: { type: 'allowed', title: `Write ${path}` },
				diff: isLarge ? null : { type: 'diff', path: real, oldText, newText },
				isTampering: false,
				isClientKept: true,
				...defined({ gap }),
			};
		}),
	);
	return found.filter((file) => file !== null);
}

/** Undoes or redoes such writes, where the files are still as they were left. */
async function restoreWrites(
	changed: readonly ChangedFile[],
	direction: 'undo' | 'redo',
	files: FilesPort,
): Promise<RestoreReport> {
	const restored: string[] = [];
	const refused: { readonly path: string; readonly because: string }[] = [];
	for (const { path, diff, canRestore, gap } of changed) {
		const because =
			!canRestore || diff === null || diff.oldText === null
				? (gap ?? 'it was not kept')
				: await restoreText(
						files,
						diff.path,
						direction === 'undo' ? diff.newText : diff.oldText,
						direction === 'undo' ? diff.oldText : diff.newText,
					);
		if (because === null) restored.push(path);
		else refused.push({ path, because });
	}
	return { restored, refused };
}

async function restoreText(files: FilesPort, path: string, expected: string, text: string): Promise<string | null> {
	const now = await files.read(path);
	if (!now.ok) return now.failure.message;
	if (now.value !== expected) return 'it was changed since';
	const written = await files.write(path, text);
	return written.ok ? null : written.failure.message;
}

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
	const written = await restoreWrites(mine, direction, files);
	return {
		type: 'files-restored',
		setId,
		direction,
		report: { restored: [...restored, ...written.restored], refused: [...refused, ...written.refused] },
	};
}
