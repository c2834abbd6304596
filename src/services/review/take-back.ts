import { readlinkSync } from 'node:fs';
import { bytesOf } from '../../core/edits/git-names.js';
import { type Result, succeed } from '../../core/failure.js';
import type { ReviewedFile, StagedChange } from '../../core/review/review.js';
import { statsAt } from '../shadow/side.js';
import { shaOf } from '../snapshots/content-store.js';
import { type Entry, permissionsOf } from '../snapshots/entry.js';
import { putBack } from '../snapshots/put-back.js';
import { NOT_RESTORED } from '../snapshots/snapshots-messages.js';
import { isAsShown } from './as-shown.js';
import { mayBeShorter, withoutOwnFilter } from './conversions.js';
import { stagedNow } from './list.js';
import { isPlain } from './names.js';
import type { Place } from './place.js';
import { type Content, putByBytes } from './put-by-bytes.js';
import { ONLY_WHOLE, REVIEW } from './review-messages.js';
import { unstageTaken } from './stage.js';
import { LINK, type Side, SUBMODULE, sidesOf } from './versions.js';
import { pathIn } from './working-tree.js';

const MOST_BYTES = 256 * 1024 * 1024;
const EXECUTABLE = 0o111;
const LINE_FEED = 0x0a;

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
	// What the index has of the file is known only while the file is there.
	const before = place.isHead ? await stagedNow(place, file) : 'none';
	const written = await writeBack(place, file, text);
	if (!written.ok) return written;
	return succeed(before === 'none' ? null : await unstageTaken(place, file, { isAll: text === null, before, staged }));
}

async function writeBack(place: Place, file: ReviewedFile, text: string | null): Promise<Result<void>> {
	const { path, oldPath, version } = file;
	const { old, fresh } = sidesOf(version);
	if (old?.mode === SUBMODULE || fresh?.mode === SUBMODULE) return REVIEW.notTakenBack(path, ONLY_WHOLE.whole);
	if (!(await isAsShown(place, file))) return REVIEW.changed(path);
	const filter = await withoutOwnFilter(place, oldPath ?? path);
	if (!filter.ok) return filter;
	const now = entryAt(pathIn(place, path), fresh);
	if (now === 'changed') return REVIEW.changed(path);
	if (text !== null) {
		if (filter.value.filter !== null || file.isWhole === true) return REVIEW.notTakenBack(path, ONLY_WHOLE.converted);
		const mode = now?.kind === 'file' ? now.mode : modeLike(old);
		return put(place, path, [now, fresh], { bytes: Buffer.from(text), mode });
	}
	const wanted = old === null ? null : await contentOf(place, oldPath ?? path, old, now);
	if (wanted?.ok === false) return wanted;
	const content = wanted === null ? null : wanted.value;
	if (oldPath === undefined) return put(place, path, [now, fresh], content);
	const restored = await put(place, oldPath, [null, null], content);
	return restored.ok ? put(place, path, [now, fresh], null) : restored;
}

async function contentOf(place: Place, path: string, old: Side, now: Entry | null): Promise<Result<Content>> {
	const isLink = old.mode === LINK;
	// As git would check it out, by filters of the user's own settings.
	if (!isLink && !isPlain(path)) return contentByBytes(place, path, old, now);
	const args = isLink ? ['cat-file', 'blob', old.id] : ['cat-file', '--filters', `--path=${path}`, old.id];
	const read = await place.git.must('read the older content', args, { most: MOST_BYTES });
	if (!read.ok) return read;
	if (read.value.length > MOST_BYTES) return REVIEW.notTakenBack(path, ONLY_WHOLE.tooLarge);
	if (isLink) return succeed({ target: read.value });
	const mode = now?.kind === 'file' ? withExecutable(now.mode, old) : modeLike(old);
	return succeed({ bytes: read.value, mode });
}

/** A name that cannot be given as an argument is given in the input. */
async function contentByBytes(place: Place, path: string, old: Side, now: Entry | null): Promise<Result<Content>> {
	const name = bytesOf(path);
	// Of a line git drops a carriage return at its end, and blanks before the name.
	if (/^[ \t]|[\r\n]/.test(name.toString('latin1'))) return REVIEW.oddName(path);
	const input = Buffer.concat([Buffer.from(`${old.id} `), name, Buffer.from('\n')]);
	const args = ['cat-file', '--batch', '--filters'];
	const read = await place.git.must('read the older content', args, { input, most: MOST_BYTES });
	if (!read.ok) return read;
	if (read.value.length > MOST_BYTES) return REVIEW.notTakenBack(path, ONLY_WHOLE.tooLarge);
	// `id blob size LF content LF`, where the size is that before the filters; `id missing LF` is no error to git.
	const start = read.value.indexOf(LINE_FEED) + 1;
	const [, size] = /^[0-9a-f]+ blob (\d+)\n$/.exec(read.value.toString('latin1', 0, start)) ?? [];
	if (size === undefined) return REVIEW.notTakenBack(path, NOT_RESTORED.notKeptAnyMore);
	const bytes = read.value.subarray(start, -1);
	const isEnded = read.value.length > start && read.value.at(-1) === LINE_FEED;
	if (!isEnded || (bytes.length < Number(size) && !(await mayBeShorter(place, path))))
		return REVIEW.notTakenBack(path, ONLY_WHOLE.cut);
	return succeed({ bytes, mode: now?.kind === 'file' ? withExecutable(now.mode, old) : modeLike(old) });
}

/** The permissions that the file has, but for the one that git knows. */
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
	[expected, side]: readonly [Entry | null, Side | null],
	content: Content | null,
): Promise<Result<void>> {
	// This character may stand for any bytes.
	const isOddLink = content !== null && 'target' in content && content.target.toString().includes('\ufffd');
	if (isOddLink || !isPlain(path)) {
		const because = await putByBytes(top, path, side, content);
		return because === null ? succeed(undefined) : REVIEW.notTakenBack(path, because);
	}
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
	if ('target' in content) return { kind: 'link', target: content.target.toString(), facts: null };
	const { bytes, mode } = content;
	return { kind: 'file', mode, size: bytes.length, from: 'store', sha: shaOf(bytes), facts: null };
}
