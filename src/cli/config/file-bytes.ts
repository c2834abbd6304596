import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemError } from '../../services/errno.js';
import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';

const MAX_BYTES = 1024 * 1024;

export function hashOf(content: Uint8Array | string): string {
	return createHash('sha256').update(content).digest('hex');
}

/** All bytes of a config file. Throws a UsageError when it cannot be read, is no file or is too large. */
export function readBytes(file: string): Promise<Buffer> {
	return withFile(file, (handle) => handle.readFile());
}

/** Throws a UsageError when a config file cannot be read, is no file or is too large. */
export async function checkFile(file: string): Promise<void> {
	await withFile(file, () => Promise.resolve());
}

async function withFile<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
	try {
		// Non-blocking, so that a named pipe does not hold up the start for ever.
		const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		try {
			const facts = await handle.stat();
			if (!facts.isFile()) throw new UsageError(`${file} is not a file`);
			if (facts.size > MAX_BYTES) throw new UsageError(`${file} is larger than 1 MiB`);
			return await use(handle);
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw new UsageError(messages.unreadable(file, systemError(error).why));
	}
}
