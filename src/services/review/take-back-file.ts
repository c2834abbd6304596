import { isUtf8 } from 'node:buffer';
import { readlinkSync } from 'node:fs';
import { type Result, succeed } from '../../core/failure.js';
import type { ReviewedFile, StagedChange } from '../../core/review/review.js';
import { statsAt } from '../shadow/shadow-side.js';
import { shaOf } from '../snapshots/content-store.js';
import { putBack } from '../snapshots/put-back.js';
import { type Entry, permissionsOf } from '../snapshots/snapshot-entry.js';
import { isAsShown } from './as-shown.js';
import { LINK, pathIn, type Side, SUBMODULE, sidesOf } from './file-versions.js';
import { withoutOwnFilter } from './git-conversions.js';
import { stagedNow } from './list-changes.js';
import { isPlain } from './quoted-names.js';
import { ONLY_WHOLE, REVIEW } from './review-messages.js';
import type { Place } from './review-place.js';
import { unstageTaken } from './stage-hunks.js';

const MOST_BYTES = 256 * 1024 * 1024;
const EXECUTABLE = 0o111;

/** Content of a file: bytes with permissions, or the target of a link. */
type Content = { readonly bytes: Buffer; readonly mode: number } | { readonly target: string };

/**
 * Writes `text`, or with null all of the old side, its name and mode too, and takes the same out of the index then: what
 * fails first leaves both as they were, and what stays staged after it is reported. Fails with `changed` where the file is
 * not as it was shown.
 */
export async function takeBack(
	place: Place,
	file: ReviewedFile,
	text: string | null,
	staged?: StagedChange['staged'],
): Promise<Result<string | null>> {
	// Its state in the index is known only while the file exists.
	const before = place.isHead ? await stagedNow(place, file) : 'none';
	const written = await writeBack(place, file, text);
	if (!written.ok) return written;
	return succeed(before === 'none' ? null : await unstageTaken(place, file, { isAll: text === null, before, staged }));
}

async function writeBack(place: Place, file: ReviewedFile, text: string | null): Promise<Result<void>> {
	const { path, oldPath, version } = file;
	const { old, fresh } = sidesOf(version);
	if (old?.mode === SUBMODULE || fresh?.mode === SUBMODULE) return REVIEW.notTakenBack(path, ONLY_WHOLE.whole);
	if (![path, oldPath ?? path].every(isPlain)) return REVIEW.oddName(path);
	if (!(await isAsShown(place, file))) return REVIEW.changed(path);
	const filter = await withoutOwnFilter(place, oldPath ?? path);
	if (!filter.ok) return filter;
	const now = entryAt(pathIn(place, path), fresh);
	if (now === 'changed') return REVIEW.changed(path);
	if (text !== null) {
		if (filter.value.filter !== null || file.isWhole === true) return REVIEW.notTakenBack(path, ONLY_WHOLE.converted);
		const mode = now?.kind === 'file' ? now.mode : modeLike(old);
		return put(place, path, now, { bytes: Buffer.from(text), mode });
	}
	const wanted = old === null ? null : await contentOf(place, oldPath ?? path, old, now);
	if (wanted?.ok === false) return wanted;
	const content = wanted === null ? null : wanted.value;
	if (oldPath === undefined) return put(place, path, now, content);
	const restored = await put(place, oldPath, null, content);
	return restored.ok ? put(place, path, now, null) : restored;
}

async function contentOf(place: Place, path: string, old: Side, now: Entry | null): Promise<Result<Content>> {
	const isLink = old.mode === LINK;
	// As git would check it out, by filters of the user's own settings.
	const args = isLink ? ['cat-file', 'blob', old.id] : ['cat-file', '--filters', `--path=${path}`, old.id];
	const read = await place.git.must('read the older content', args, { most: MOST_BYTES });
	if (!read.ok) return read;
	if (read.value.length > MOST_BYTES) return REVIEW.notTakenBack(path, ONLY_WHOLE.tooLarge);
	if (isLink)
		return isUtf8(read.value) ? succeed({ target: `${read.value}` }) : REVIEW.notTakenBack(path, ONLY_WHOLE.oddTarget);
	const mode = now?.kind === 'file' ? withExecutable(now.mode, old) : modeLike(old);
	return succeed({ bytes: read.value, mode });
}

/** The file's permissions, but for the executable bit, which git records. */
function withExecutable(mode: number, { mode: wanted }: Side): number {
	const isExecutable = wanted === '100755';
	if (isExecutable === ((mode & 0o100) !== 0)) return mode;
	return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~EXECUTABLE;
}

function modeLike(old: Side | null): number {
	return (old?.mode === '100755' ? 0o777 : 0o666) & ~process.umask();
}

/** File or link at the path; null for nothing. */
function entryAt(path: Buffer, fresh: Side | null): Entry | null | 'changed' {
	const stats = statsAt(path);
	if (stats === null || fresh === null) return stats === null && fresh === null ? null : 'changed';
	if (stats.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path), facts: null };
	if (!stats.isFile()) return 'changed';
	const mode = permissionsOf(stats.mode);
	return { kind: 'file', mode, size: Number(stats.size), from: 'nowhere', mark: fresh.id, facts: null };
}

async function put(
	{ top }: Place,
	path: string,
	expected: Entry | null,
	content: Content | null,
): Promise<Result<void>> {
	const because = await putBack({
		root: top,
		path,
		wanted: content === null ? null : entryOf(content),
		expected,
		bytes: async () => (content !== null && 'bytes' in content ? content.bytes : null),
		blobOf: null,
		// Folders that it leaves empty are removed, as git does.
		since: 0,
	});
	return because === null ? succeed(undefined) : REVIEW.notTakenBack(path, because);
}

function entryOf(content: Content): Entry {
	if ('target' in content) return { kind: 'link', target: content.target, facts: null };
	const { bytes, mode } = content;
	return { kind: 'file', mode, size: bytes.length, from: 'store', sha: shaOf(bytes), facts: null };
}
