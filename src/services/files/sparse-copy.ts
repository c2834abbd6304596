import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { errnoOf } from '../errno.js';
import { findSystemProgram } from '../sandbox/linux/namespace-tools.js';

/** Bytes read at once, and searched for zeros. */
const CHUNK = 1024 * 1024;
const BLOCK = 64 * 1024;
const ZEROS = Buffer.alloc(BLOCK);

/** Bytes of a block in `stat`. */
const BLOCK_UNIT = 512n;
/** Set-user-id and the like, which a clone would copy. */
const SPECIAL = 0o7000n;

type CopyOptions = {
	readonly mode: number;
	/** Called with the bytes copied since the last call. */
	readonly onBytes?: ((bytes: number) => void) | undefined;
};

/**
 * Copies an open file to a new path: as a clone where the file system can, else its data alone, so that holes stay
 * holes. Throws the system's error, and leaves no partial file.
 */
export async function copySparse(from: FileHandle, to: string, { mode, onBytes }: CopyOptions): Promise<void> {
	const stats = await from.stat({ bigint: true });
	const size = Number(stats.size);
	if ((stats.mode & SPECIAL) === 0n && (await cloned(from, to, mode))) return;
	await filled(to, mode, async (copy) => {
		for await (const range of hasHoles(stats) ? dataRanges(from, size) : [{ start: 0, end: size }]) {
			await copyRange(from, copy, range, onBytes);
		}
		await copy.truncate(size);
	});
}

export function hasHoles({ size, blocks }: { readonly size: bigint; readonly blocks: bigint }): boolean {
	return blocks * BLOCK_UNIT < size;
}

async function cloned(from: FileHandle, to: string, mode: number): Promise<boolean> {
	try {
		await copyFile(`/proc/self/fd/${from.fd}`, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') throw error;
		return false;
	}
	const handle = await open(to, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
	await handle.chmod(mode).finally(() => handle.close());
	return true;
}

/** Writes a file that must not exist yet, with holes in place of zeros. Otherwise as {@link copySparse}. */
export async function writeSparse(to: string, bytes: Buffer, mode: number): Promise<void> {
	await filled(to, mode, async (file) => {
		await writeData(file, bytes, 0);
		await file.truncate(bytes.length);
	});
}

async function filled(to: string, mode: number, fill: (file: FileHandle) => Promise<void>): Promise<void> {
	const file = await open(to, 'wx', 0o600);
	try {
		await using _ = file;
		await fill(file);
		await file.chmod(mode);
	} catch (error) {
		await rm(to, { force: true });
		throw error;
	}
}

async function writeData(to: FileHandle, bytes: Buffer, position: number): Promise<void> {
	for (let offset = 0; offset < bytes.length; offset += BLOCK) {
		const block = bytes.subarray(offset, offset + BLOCK);
		if (block.equals(ZEROS.subarray(0, block.length))) continue;
		for (let done = 0; done < block.length; ) {
			done += (await to.write(block, done, block.length - done, position + offset + done)).bytesWritten;
		}
	}
}

type Range = { readonly start: number; readonly end: number };

async function copyRange(
	from: FileHandle,
	to: FileHandle,
	{ start, end }: Range,
	onBytes: CopyOptions['onBytes'],
): Promise<void> {
	const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK, Math.max(1, end - start)));
	for (let at = start; at < end; ) {
		const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, end - at), at);
		// The file was truncated meanwhile: callers compare its facts afterwards.
		if (bytesRead === 0) return;
		await writeData(to, buffer.subarray(0, bytesRead), at);
		at += bytesRead;
		onBytes?.(bytesRead);
	}
}

/** Prints where data begins and ends (`SEEK_DATA` is 3, `SEEK_HOLE` 4); fails without these. ENXIO (6): no more. */
const RANGES = `
	my ($size, $at) = (-s STDIN, 0);
	while ($at < $size) {
		my $start = sysseek(STDIN, $at, 3);
		if (!defined $start) { exit($!+0 == 6 ? 0 : 1); }
		$at = sysseek(STDIN, $start, 4);
		if (!defined $at || $at <= $start) { exit 1; }
		print $start+0, " ", $at+0, "\\n";
	}`;

/** The data ranges of a file, which Node cannot ask for; the whole rest where they cannot be found. */
async function* dataRanges(file: FileHandle, size: number): AsyncGenerator<Range> {
	let at = 0;
	const perl = await findSystemProgram('perl');
	if (perl !== null) {
		const child = spawn(perl, ['-e', RANGES], { stdio: [file.fd, 'pipe', 'ignore'], env: {} });
		const { stdout } = child;
		const ended = new Promise<number | null>((done) => {
			child.once('error', () => done(null));
			child.once('close', done);
		});
		try {
			for await (const line of stdout === null ? [] : createInterface({ input: stdout })) {
				const [start = 0, end = 0] = line.split(' ').map(Number);
				yield { start, end };
				at = end;
			}
			if ((await ended) === 0) return;
		} finally {
			child.kill();
		}
	}
	yield { start: at, end: size };
}
