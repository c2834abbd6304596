import { createHash } from 'node:crypto';
import { systemError } from '../../services/errno.js';
import { readBounded } from '../../services/files/read-bounded.js';
import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';

const MAX_BYTES = 1024 * 1024;

export function hashOf(content: Uint8Array | string): string {
	return createHash('sha256').update(content).digest('hex');
}

/** All bytes of a config file. Throws a UsageError when it cannot be read, is no file or is too large. */
export async function readBytes(file: string): Promise<Buffer> {
	const read = await readBounded(file, MAX_BYTES).catch((error: unknown) => {
		throw new UsageError(messages.unreadable(file, systemError(error).why));
	});
	if (read === 'not-a-file') throw new UsageError(`${file} is not a file`);
	if (read === 'too-large') throw new UsageError(`${file} is larger than 1 MiB`);
	return read;
}
