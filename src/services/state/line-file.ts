import { constants } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from '../errno.js';
import { replaceFile } from '../files/replace-file.js';
import { withLock } from './lock-file.js';
import { makePrivateFolder } from './private-folder.js';

const ATTEMPTS = 20;
const LINE_FEED = 0x0a;
/** As 'a+', but without following a link. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** A file's lines, without empty ones; none for a missing file. */
export async function readLines(file: string): Promise<readonly string[]> {
	try {
		return splitLines(await readFile(file, 'utf8'));
	} catch (error) {
		if (errnoOf(error) === 'ENOENT') return [];
		throw error;
	}
}

/**
 * Appends one line in one write, so that several processes may do so at once, and returns the size. When the file was
 * replaced meanwhile ({@link compactLines}), the line is written again: it may be duplicated, but is never lost.
 */
export async function appendLine(file: string, line: string): Promise<number> {
	await makePrivateFolder(dirname(file));
	let size = 0;
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const handle = await open(file, APPEND, 0o600);
		try {
			const before = await handle.stat();
			const gap = before.size > 0 && !(await endsLine(handle, before.size)) ? '\n' : '';
			await handle.write(`${gap}${line}\n`);
			size = before.size + Buffer.byteLength(line) + 1;
			const now = await stat(file).catch(() => null);
			if (now?.ino === before.ino && now.dev === before.dev) return size;
		} finally {
			await handle.close();
		}
	}
	return size;
}

/**
 * Replaces the lines by those that `choose` returns, atomically. Lines appended to the old file meanwhile are carried
 * over. Does nothing while another process compacts.
 */
export async function compactLines(
	file: string,
	choose: (lines: readonly string[]) => readonly string[],
): Promise<void> {
	await withLock(`${file}.lock`, () => compact(file, choose), 0);
}

async function compact(file: string, choose: (lines: readonly string[]) => readonly string[]): Promise<void> {
	const old = await open(file, 'r');
	try {
		const bytes = await old.readFile();
		// The last line may still be on its way: what follows the last whole one is read once more, below.
		const whole = bytes.lastIndexOf(LINE_FEED) + 1;
		const kept = choose(splitLines(bytes.toString('utf8', 0, whole)));
		await replaceFile(file, kept.map((line) => `${line}\n`).join(''));
		for (const line of splitLines(await readFrom(old, whole))) await appendLine(file, line);
	} finally {
		await old.close();
	}
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
	const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
	return buffer[0] === LINE_FEED;
}

async function readFrom(handle: FileHandle, position: number): Promise<string> {
	const length = Math.max(0, (await handle.stat()).size - position);
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
	return buffer.toString('utf8', 0, bytesRead);
}

function splitLines(text: string): readonly string[] {
	return text.split('\n').filter((line) => line !== '');
}
