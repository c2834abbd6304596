import type { ChangedFile } from '../../core/changes.js';
import { defined } from '../../core/defined.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { FileChange, Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import type { DiffContent } from '../../core/tool-call.js';
import type { EvidenceFor } from './evidence.js';

const MOST_FILES = 500;
/** Files with a diff, and characters of one version and of all of a turn. */
const MOST_DIFFS = 60;
const MOST_CHARS = 200_000;
const MOST_CHARS_IN_ALL = 2_000_000;

export async function describeChanges(
	snapshots: SnapshotsPort,
	{ from, to, cwd }: { readonly from: Snapshot; readonly to: Snapshot; readonly cwd: string },
	changes: readonly FileChange[],
	evidenceFor: EvidenceFor,
	isPlanned: boolean,
): Promise<readonly ChangedFile[]> {
	const files: ChangedFile[] = [];
	let chars = 0;
	for (const [index, change] of changes.slice(0, MOST_FILES).entries()) {
		const known = await evidenceFor(change.path);
		const hasRoom = index < MOST_DIFFS && chars < MOST_CHARS_IN_ALL;
		const diff = hasRoom ? await diffOf(snapshots, from, to, cwd, change) : null;
		chars += diff === null ? 0 : diff.newText.length + (diff.oldText?.length ?? 0);
		const gap = change.canRestore ? undefined : from.gaps.find((one) => one.path === change.path)?.because;
		files.push({
			...change,
			known,
			diff,
			isTampering: isPlanned && known.type !== 'allowed' && known.type !== 'beside',
			...defined({ gap }),
		});
	}
	return files;
}

/** Undefined when every change is listed. */
export function countUnlisted(changes: readonly FileChange[]): string | undefined {
	const more = changes.length - MOST_FILES;
	return more > 0 ? `${more} more files changed; they are not listed and not taken back.` : undefined;
}

async function diffOf(
	snapshots: SnapshotsPort,
	from: Snapshot,
	to: Snapshot,
	cwd: string,
	change: FileChange,
): Promise<DiffContent | null> {
	const [before, after] = await Promise.all([
		change.kind === 'added' ? null : textOf(snapshots, from, change.path),
		change.kind === 'deleted' ? '' : textOf(snapshots, to, change.path),
	]);
	if (after === null || (before === null && change.kind !== 'added')) return null;
	return { type: 'diff', path: absolutePath(cwd, change.path), oldText: before, newText: after };
}

/** Null when the file is no text, was not saved or is too large to show. */
async function textOf(snapshots: SnapshotsPort, snapshot: Snapshot, path: string): Promise<string | null> {
	const kept = await snapshots.read(snapshot, path);
	if (!kept.ok || kept.value.text === null || kept.value.text.length > MOST_CHARS) return null;
	return kept.value.text;
}
