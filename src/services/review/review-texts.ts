import type { FileHandle } from 'node:fs/promises';
import { type Result, succeed } from '../../core/failure.js';
import type { ReviewedFile, ReviewTexts } from '../../core/review/review.js';
import { applyFormat } from '../../core/text/text-format.js';
import { indexEntries } from './as-shown.js';
import { readBlobs, release, spooled, windowsOf } from './blobs.js';
import {
	LINK,
	openWorking,
	readLink,
	readWorking,
	type Side,
	type Sides,
	SUBMODULE,
	sidesOf,
} from './file-versions.js';
import { endsLinesOtherwise } from './git-conversions.js';
import { isPlain } from './quoted-names.js';
import { REVIEW } from './review-messages.js';
import type { Place } from './review-place.js';

/** Larger files are shown from their first change on. */
const MOST_TEXT = 2 * 1024 * 1024;

/** Parts of a place that reading waits for: no more, so that both sides are there soon. */
type Reading = Pick<Place, 'git' | 'top' | 'isHead'>;
type Wanted = Pick<ReviewedFile, 'path' | 'oldPath' | 'version' | 'isWhole'>;
type Shown = Pick<ReviewTexts, 'path' | 'version'>;
/** Bytes, or the size of what is too large; null: no file. */
type Content = Buffer | number | null;

/** Both sides as they were listed. Fails with `changed` where the working tree holds something else by now. */
export async function readTexts(
	place: Reading,
	file: Wanted,
	scratch: () => Promise<string>,
): Promise<Result<ReviewTexts>> {
	const { path, version } = file;
	const shown = { path, version };
	const { old, fresh } = sidesOf(version);
	if (file.isWhole === true) return wholeTexts(place, shown, old, fresh);
	const working = fresh?.isMark === true ? await readWorking(place, path, fresh, MOST_TEXT) : null;
	if (working?.ok === false) return working;
	if (typeof working?.value === 'number') return largeTexts(place, shown, { old, fresh }, scratch);
	const indexNames = place.isHead ? await namesInIndex(place, file) : [];
	const ids = [old, fresh].flatMap((side) => (side === null || side.isMark ? [] : [side.id]));
	const blobs = await readBlobs(place.git, [...ids, ...indexNames], MOST_TEXT);
	const contentOf = (side: Side | null): Content | undefined => (side === null ? null : blobs.get(side.id));
	const [oldContent, newContent] = [contentOf(old), working === null ? contentOf(fresh) : working.value];
	if (oldContent === undefined || newContent === undefined) return REVIEW.failed('it no longer has this file.');
	if (typeof oldContent === 'number' || typeof newContent === 'number')
		return largeTexts(place, shown, { old, fresh }, scratch);
	const index = indexNames.map((name) => blobs.get(name)).find((content) => content !== undefined) ?? null;
	return smallTexts(
		place,
		shown,
		[oldContent, newContent],
		place.isHead && typeof index !== 'number' ? index : undefined,
	);
}

/** Git's id of the content in the index: that of the file, else of its old path. */
async function namesInIndex(place: Reading, { path, oldPath }: Wanted): Promise<readonly string[]> {
	const paths = [path, ...(oldPath === undefined ? [] : [oldPath])];
	// Of a line git drops a carriage return at its end.
	if (paths.every((each) => isPlain(each) && !/[\r\n]/.test(each))) return paths.map((each) => `:0:${each}`);
	const entries = await indexEntries(place, paths);
	return paths.flatMap((each) => entries.get(each) ?? []);
}

async function smallTexts(
	place: Reading,
	shown: Shown,
	[old, fresh]: readonly [Buffer | null, Buffer | null],
	index: Buffer | null | undefined,
): Promise<Result<ReviewTexts>> {
	const [before, after] = [decoded(old), decoded(fresh)];
	// Mostly nothing is staged: the same blob is not read as text twice.
	const staged = index === old ? before : decoded(index ?? null);
	if (before.isBinary || after.isBinary) return succeed({ ...shown, oldText: null, newText: null });
	if (before.isForeign || after.isForeign) return REVIEW.noText(shown.path, 'it is not valid UTF-8');
	const stored = before.text ?? staged.text;
	const isOtherwise = fresh !== null && (await endsLinesOtherwise(place, shown.path, stored, fresh));
	for (const bytes of [old, fresh, index]) if (bytes != null) release(bytes);
	const asHere = (text: string | null): string | null =>
		text !== null && isOtherwise ? applyFormat(text, { hasBom: false, isCrLf: true }) : text;
	return succeed({
		...shown,
		oldText: asHere(before.text),
		newText: after.text,
		...(index === undefined ? {} : { indexText: asHere(staged.text) }),
	});
}

type Decoded = { readonly text: string | null; readonly isBinary?: true; readonly isForeign?: true };

/** Text of bytes; none where they are no UTF-8. */
export function decoded(bytes: Buffer | null): Decoded {
	if (bytes === null) return { text: null };
	if (bytes.includes(0)) return { text: null, isBinary: true };
	try {
		return { text: textIn(bytes) };
	} catch {
		// The decoder's own error only says that the bytes are not valid.
		return { text: null, isForeign: true };
	}
}

/**
 * The text in pieces that are put together: a string of a megabyte that is made at once lies outside of the heap, where
 * the collector leaves tens of megabytes that nobody holds any more.
 */
function textIn(bytes: Buffer): string {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	const pieces: string[] = [];
	for (let from = 0; from < bytes.length; ) {
		let to = Math.min(from + PIECE, bytes.length);
		// No character is cut in two: the bytes in it are so many at most.
		for (let most = 3; most > 0 && to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80; most -= 1) to -= 1;
		pieces.push(decoder.decode(bytes.subarray(from, to)));
		from = to;
	}
	return pieces.join('');
}

const PIECE = 1_000_000;

async function wholeTexts(
	place: Reading,
	shown: Shown,
	old: Side | null,
	fresh: Side | null,
): Promise<Result<ReviewTexts>> {
	const textOf = async (side: Side | null): Promise<Result<string | null>> => {
		if (side === null) return succeed(null);
		if (side.mode === SUBMODULE) return succeed(`Subproject commit ${side.id}\n`);
		if (side.mode === LINK && side.isMark) return readLink(place, shown.path, side);
		const content: Result<Content> = side.isMark
			? await readWorking(place, shown.path, side, MOST_TEXT)
			: succeed((await readBlobs(place.git, [side.id], MOST_TEXT)).get(side.id) ?? null);
		return content.ok ? succeed(Buffer.isBuffer(content.value) ? decoded(content.value).text : null) : content;
	};
	const [before, after] = [await textOf(old), await textOf(fresh)];
	if (!before.ok) return before;
	return after.ok ? succeed({ ...shown, oldText: before.value, newText: after.value }) : after;
}

async function largeTexts(
	place: Reading,
	shown: Shown,
	{ old, fresh }: Sides,
	scratch: () => Promise<string>,
): Promise<Result<ReviewTexts>> {
	let handle: FileHandle | null = null;
	if (fresh?.isMark === true) {
		const opened = await openWorking(place, shown.path, fresh);
		if (!opened.ok) return opened;
		handle = opened.value;
	} else if (fresh !== null) {
		handle = await spooled(place.git, fresh.id, scratch);
		if (handle === null) return REVIEW.failed('it could not read a large file.');
	}
	await using _ = handle;
	const windows = await windowsOf(place.git, old?.id ?? null, handle);
	if (windows === null) return REVIEW.failed('it could not read a large file.');
	if (windows.old.includes(0) || windows.fresh.includes(0)) return succeed({ ...shown, oldText: null, newText: null });
	const size = windows.oldSize + ((await handle?.stat())?.size ?? 0);
	const leftOut = size - windows.old.length - windows.fresh.length;
	return succeed({
		...shown,
		oldText: old === null ? null : windows.old.toString('utf8'),
		newText: fresh === null ? null : windows.fresh.toString('utf8'),
		leftOut,
		...(windows.firstLine === 1 ? {} : { firstLine: windows.firstLine }),
	});
}
