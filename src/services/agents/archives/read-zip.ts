import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { quoted } from '../../../core/text/sanitize.js';
import { ThrownFailure } from '../thrown-failure.js';
import type { ArchiveEntry, UnpackLimits } from './archive-entry.js';
import { ARCHIVES, refused } from './archives-messages.js';
import { entryPath } from './entry-path.js';

const ENCRYPTED = 0x1;
const SIZES_BEHIND = 0x8;
const STORED = 0;
const DEFLATED = 8;
/** The size stands in the zip64 fields. */
const IN_ZIP64 = 0xffff_ffff;
const LOCAL_HEADER = 30;
const LONGEST_TARGET = 4096;

const FOLDER = 0o4;
const FILE = 0o10;
const LINK = 0o12;

type ZipEntry = { readonly name: string; readonly raw: Entry };

/**
 * Reads a zip archive (zip64 too) entry by entry, in the order of its central directory. All headers are checked before
 * the first entry: false names, types, sizes and offsets are refused before anything is written. Throws {@link
 * ThrownFailure}, and errors of zlib, yauzl and the system.
 */
export async function* readZip(file: string, limits: UnpackLimits): AsyncGenerator<ArchiveEntry> {
	const zip = await openPromise(file, { decodeStrings: false, autoClose: false });
	try {
		const entries = await listEntries(zip, limits);
		refuseOverlaps(entries);
		for (const { name, raw } of entries) {
			await compareHeaders(zip, name, raw);
			yield await archiveEntry(zip, name, raw);
		}
	} finally {
		zip.close();
	}
}

async function listEntries(zip: ZipFile, limits: UnpackLimits): Promise<readonly ZipEntry[]> {
	if (zip.entryCount > limits.entries) throw new ThrownFailure(ARCHIVES.tooMany(limits.entries));
	const entries: ZipEntry[] = [];
	let bytes = 0;
	for await (const raw of zip.eachEntry()) {
		const name = getFileNameLowLevel(raw.generalPurposeBitFlag, raw.fileNameRaw, raw.extraFields, false);
		entryPath(name);
		refuseUnreadable(name, raw);
		bytes += raw.uncompressedSize;
		if (bytes > limits.bytes) throw new ThrownFailure(ARCHIVES.tooLarge(limits.bytes));
		entries.push({ name, raw: slim(raw) });
	}
	return entries;
}

function refuseUnreadable(name: string, raw: Entry): void {
	if ((raw.generalPurposeBitFlag & ENCRYPTED) !== 0) throw new ThrownFailure(refused(`${quoted(name)} is encrypted`));
	const method = raw.compressionMethod;
	if (method !== STORED && method !== DEFLATED) throw new ThrownFailure(ARCHIVES.method(name, method));
}

/** Drops comments and extra fields, which may be many times larger than the rest. */
function slim(raw: Entry): Entry {
	const nothing = Buffer.alloc(0);
	raw.fileNameRaw = Buffer.from(raw.fileNameRaw);
	raw.extraFieldRaw = nothing;
	raw.extraFields = [];
	raw.fileCommentRaw = nothing;
	return raw;
}

/** Overlapping contents are how a small file becomes a very large one (zip bomb). */
function refuseOverlaps(entries: readonly ZipEntry[]): void {
	let end = 0;
	for (const { name, raw } of entries.toSorted(
		(one, other) => one.raw.relativeOffsetOfLocalHeader - other.raw.relativeOffsetOfLocalHeader,
	)) {
		const start = raw.relativeOffsetOfLocalHeader;
		if (start < end) throw new ThrownFailure(refused(`the content of ${quoted(name)} overlaps another file's`));
		end = start + LOCAL_HEADER + raw.fileNameRaw.length + raw.compressedSize;
	}
}

/** Other programs read the local header, not the central one: both must agree. */
async function compareHeaders(zip: ZipFile, name: string, raw: Entry): Promise<void> {
	const local = await zip.readLocalFileHeaderPromise(raw, {});
	const same = (here: number, there: number): boolean => here === there || here === IN_ZIP64;
	const hasSizes = (local.generalPurposeBitFlag & SIZES_BEHIND) === 0;
	if (
		!raw.fileNameRaw.equals(local.fileName) ||
		local.compressionMethod !== raw.compressionMethod ||
		(local.generalPurposeBitFlag & ENCRYPTED) !== 0 ||
		(hasSizes &&
			!(
				same(local.compressedSize, raw.compressedSize) &&
				same(local.uncompressedSize, raw.uncompressedSize) &&
				local.crc32 === raw.crc32
			))
	) {
		throw new ThrownFailure(ARCHIVES.differs(name));
	}
}

async function archiveEntry(zip: ZipFile, name: string, raw: Entry): Promise<ArchiveEntry> {
	const mode = raw.externalFileAttributes >>> 16;
	const kind = mode >>> 12;
	const common = { name, isExecutable: (mode & 0o111) !== 0 };
	const isFolder = name.endsWith('/');
	if (isFolder !== (kind === FOLDER) && kind !== 0) throw new ThrownFailure(ARCHIVES.differs(name));
	if (isFolder) {
		if (raw.uncompressedSize > 0) throw new ThrownFailure(ARCHIVES.differs(name));
		return { ...common, type: 'folder' };
	}
	if (kind === LINK) return { ...common, type: 'symlink', target: await linkTarget(zip, name, raw) };
	if (kind !== 0 && kind !== FILE) throw new ThrownFailure(ARCHIVES.specialFile(name));
	return { ...common, type: 'file', content: () => content(zip, name, raw) };
}

async function linkTarget(zip: ZipFile, name: string, raw: Entry): Promise<string> {
	if (raw.uncompressedSize > LONGEST_TARGET) throw new ThrownFailure(ARCHIVES.linkOut(name));
	const chunks: Uint8Array[] = [];
	for await (const chunk of content(zip, name, raw)) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

async function* content(zip: ZipFile, name: string, raw: Entry): AsyncGenerator<Uint8Array> {
	let sum = 0;
	for await (const chunk of (await zip.openReadStreamPromise(raw)) as AsyncIterable<Buffer>) {
		sum = crc32(chunk, sum);
		yield chunk;
	}
	if (sum !== raw.crc32) throw new Error(`wrong checksum of ${name}`);
}
