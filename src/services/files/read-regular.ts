import { closeSync, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { type FileFacts, factsOf, isSameFacts, permissionsOf } from '../snapshots/snapshot-entry.js';
import { isStillAt, READ_FLAGS } from './open-for-reading.js';

/** A file written during the read is read once more. */
const ATTEMPTS = 2;

/** The bytes of a file, with the facts and permissions that belong to exactly these bytes. */
export type ReadFile = { readonly bytes: Buffer; readonly facts: FileFacts; readonly mode: number };

/**
 * Reads a regular file of at most `maxBytes`, by its real path. Follows no link, waits for no pipe, and returns only
 * bytes that did not change meanwhile. Throws the system's error; returns a reason as text for an unusable file. `via`
 * is the same file's path through an open folder, where there is one.
 */
export async function readRegular(
	path: string | Buffer,
	maxBytes: number,
	via: string | Buffer = path,
): Promise<ReadFile | string> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		// Opening a device can have effects, so it is looked at first.
		if (!(await lstat(via)).isFile()) return 'is not a regular file';
		await using handle = await open(via, READ_FLAGS);
		const before = await handle.stat({ bigint: true });
		if (!before.isFile() || !(await isStillAt(handle, path))) continue;
		if (before.size > BigInt(maxBytes)) return 'is too large';
		const bytes = await readExactly(handle, Number(before.size));
		const after = await handle.stat({ bigint: true });
		if (bytes !== null && isSameFacts(factsOf(before), factsOf(after))) {
			return { bytes, facts: factsOf(after), mode: permissionsOf(after.mode) };
		}
	}
	return 'changed while it was read';
}

/** The text of a regular file of at most `maxBytes`, as {@link readRegular} has it; null for anything else. */
export async function readTextWithin(path: string, maxBytes: number): Promise<string | null> {
	const read = await readRegular(path, maxBytes).catch(() => null);
	return read === null || typeof read === 'string' ? null : read.bytes.toString('utf8');
}

/**
 * {@link readRegular}, synchronously, for a small file on Linux, where a descriptor has a path of its own. Null when
 * the asynchronous one has to decide: on other systems, and for anything unusual. Throws the system's error.
 */
export function readRegularNow(path: string, maxBytes: number): ReadFile | null {
	if (process.platform !== 'linux' || !lstatSync(path).isFile()) return null;
	const descriptor = openSync(path, READ_FLAGS);
	try {
		const before = fstatSync(descriptor, { bigint: true });
		if (!before.isFile() || before.size > BigInt(maxBytes) || readlinkSync(`/proc/self/fd/${descriptor}`) !== path) {
			return null;
		}
		const bytes = Buffer.allocUnsafeSlow(Number(before.size));
		const filled = bytes.length === 0 ? 0 : readSync(descriptor, bytes, 0, bytes.length, 0);
		const after = fstatSync(descriptor, { bigint: true });
		return filled === bytes.length && isSameFacts(factsOf(before), factsOf(after))
			? { bytes, facts: factsOf(after), mode: permissionsOf(after.mode) }
			: null;
	} finally {
		closeSync(descriptor);
	}
}

async function readExactly(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<Buffer | null> {
	const bytes = Buffer.allocUnsafeSlow(size);
	let filled = 0;
	while (filled < size) {
		const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
		if (bytesRead === 0) return null;
		filled += bytesRead;
	}
	return bytes;
}
