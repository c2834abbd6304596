import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { jsonIn } from '../../core/json-in.js';

/**
 * A whole regular file of at most `most` bytes, links followed; else why it is not read. Waits for no pipe and follows no
 * growing file. Throws the system's error.
 */
export async function readBounded(file: string, most: number): Promise<Buffer | 'not-a-file' | 'too-large'> {
	await using handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	const facts = await handle.stat();
	if (!facts.isFile()) return 'not-a-file';
	if (facts.size > most) return 'too-large';
	const parts: Buffer[] = [];
	const stream: AsyncIterable<Buffer> = handle.createReadStream({ autoClose: false, end: most });
	for await (const part of stream) parts.push(part);
	const bytes = Buffer.concat(parts);
	return bytes.length > most ? 'too-large' : bytes;
}

/** The value of a JSON file of at most `most` bytes, one of a byte order mark too; undefined for anything else. */
export async function readJsonBounded(file: string, most: number): Promise<unknown> {
	const read = await readBounded(file, most).catch(() => null);
	return read instanceof Buffer ? jsonIn(read.toString('utf8').replace(/^\uFEFF/, '')) : undefined;
}
