import type { FileChange, StoredText } from '../../core/snapshots.js';
import { textIn } from '../files/read-text.js';
import type { GitRepository } from './git-repository.js';
import { createPace } from './pace.js';
import { type Entry, type FileEntry, isSameEntry } from './snapshot-entry.js';
import type { TakeRecord } from './snapshot-journal.js';
import type { StoredRun } from './snapshot-run.js';
import type { Timeline } from './snapshot-timeline.js';

export type View = {
	readonly timeline: Timeline;
	readonly version: number;
	entry(path: string): Entry | null;
	bytes(entry: Entry | null): Promise<Buffer | null>;
	text(path: string): Promise<StoredText>;
	available(files: readonly FileEntry[]): Promise<ReadonlySet<FileEntry>>;
};

/** Longer texts are not shown. */
const MOST_TEXT_BYTES = 5 * 1024 * 1024;

export function createView(run: StoredRun, take: TakeRecord, repository: GitRepository | null): View {
	const { timeline, contents } = run;
	const { version } = take;
	const bytes: View['bytes'] = async (entry) => {
		if (entry?.kind !== 'file') return null;
		const { from, sha, blob } = entry;
		if (from === 'store' && sha !== undefined) return contents.read(sha);
		return from === 'git' && blob !== undefined && repository !== null ? repository.read(blob) : null;
	};
	return {
		timeline,
		version,
		entry: (path) => timeline.entryAt(version, path),
		bytes,
		async text(path) {
			const entry = timeline.entryAt(version, path);
			if (entry?.kind === 'link') return { exists: true, text: entry.target };
			const content = entry?.kind === 'file' && entry.size <= MOST_TEXT_BYTES ? await bytes(entry) : null;
			return { exists: entry !== null, text: content === null ? null : textIn(content) };
		},
		async available(files) {
			const blobs = files.flatMap(({ from, blob }) => (from === 'git' && blob !== undefined ? [blob] : []));
			const sizes = (await repository?.sizesOf(blobs)) ?? new Map<string, number>();
			const found = new Set<FileEntry>();
			for (const file of files) {
				const { from, sha, blob } = file;
				const isInStore = from === 'store' && sha !== undefined && (await contents.has(sha));
				if (isInStore || (from === 'git' && blob !== undefined && sizes.has(blob))) found.add(file);
			}
			return found;
		},
	};
}

export async function compare(older: View, newer: View): Promise<readonly FileChange[]> {
	const pace = createPace();
	const changes: { readonly path: string; readonly before: Entry | null; readonly after: Entry | null }[] = [];
	for (const path of candidates(older, newer)) {
		const before = older.entry(path);
		const after = newer.entry(path);
		if (!isSameEntry(before, after)) changes.push({ path, before, after });
		await pace();
	}
	const available = await older.available(changes.flatMap(({ before }) => (before?.kind === 'file' ? [before] : [])));
	return changes
		.sort((one, other) => (one.path < other.path ? -1 : 1))
		.map(({ path, before, after }) => ({
			path,
			kind: after === null ? 'deleted' : before === null || before.kind === 'unseen' ? 'added' : 'modified',
			canRestore: before === null || before.kind === 'link' || (before.kind === 'file' && available.has(before)),
		}));
}

function candidates(older: View, newer: View): Iterable<string> {
	return older.timeline === newer.timeline
		? older.timeline.changedBetween(older.version, newer.version)
		: new Set([...older.timeline.paths(), ...newer.timeline.paths()]);
}

/** Unique paths in restore order: removals first, the deepest first, so that folders and files can swap. */
export function inOrder(paths: readonly string[], wanted: View): readonly string[] {
	const sorted = [...new Set(paths)].sort();
	const isGoing = (path: string): boolean => wanted.entry(path) === null;
	return [...sorted.filter(isGoing).reverse(), ...sorted.filter((path) => !isGoing(path))];
}
