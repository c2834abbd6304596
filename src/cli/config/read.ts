import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { systemError } from '../../services/errno.js';
import { UsageError } from '../usage-error.js';
import * as messages from './messages.js';
import type { ConfigFile } from './settings.js';
import type { ConfigPath } from './values.js';

const MAX_BYTES = 1024 * 1024;

/** A config file's checked content and the SHA-256 of its bytes. */
export type ReadConfig = {
	readonly file: string;
	readonly content: ConfigFile;
	readonly hash: string;
	/** `FILE:LINE` of a value, or the file alone where its line cannot be told. */
	readonly placeOf: (path: ConfigPath) => string;
};

/** Reads and checks a config file. Throws a UsageError that names the file and every place in it that is wrong. */
export async function readConfig(file: string): Promise<ReadConfig> {
	const read = await inspectConfig(file);
	if (read.problems.length > 0) throw configError(read.problems);
	return read;
}

/** The error for what is wrong in config files, a line for each. */
export function configError(problems: readonly string[]): UsageError {
	return new UsageError(messages.problemList(problems));
}

/** Reads a config file and says what is wrong in it. Throws a UsageError where it cannot be read at all. */
export async function inspectConfig(file: string): Promise<ReadConfig & { readonly problems: readonly string[] }> {
	// Zod and the YAML parser are loaded only where there is a file for them.
	const loading = Promise.all([import('./parse-file.js'), import('./validate.js')]);
	const bytes = await readBytes(file);
	const [{ parseFile }, { validateConfig }] = await loading;
	// Nothing but data is read: no explorer, and no `$import`, that would run a file of a cloned repository.
	const { data, placeOf } = parseFile(file, new TextDecoder().decode(bytes), extname(file) === '.json');
	return {
		file,
		...(await validateConfig(data ?? {}, placeOf)),
		hash: createHash('sha256').update(bytes).digest('hex'),
		placeOf,
	};
}

async function readBytes(file: string): Promise<Buffer> {
	try {
		// Non-blocking, so that a named pipe does not hold up the start for ever.
		const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		try {
			const facts = await handle.stat();
			if (!facts.isFile()) throw new UsageError(messages.notAFile(file));
			if (facts.size > MAX_BYTES) throw new UsageError(messages.tooLarge(file));
			return await handle.readFile();
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw new UsageError(messages.unreadable(file, systemError(error).why));
	}
}
