import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { systemError } from '../../services/errno.js';
import { UsageError } from '../usage-error.js';
import * as messages from './messages.js';
import type { ConfigFile } from './settings.js';
import type { StartedProgram } from './started-files.js';
import type { ConfigPath } from './values.js';

const MAX_BYTES = 1024 * 1024;

/** A config file's checked content and the SHA-256 of its bytes. */
export type ReadConfig = {
	readonly file: string;
	readonly content: ConfigFile;
	readonly hash: string;
	/** What it starts: its agents and its MCP servers. */
	readonly programs: readonly StartedProgram[];
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
	const validated = await validateConfig(data ?? {}, placeOf);
	return { file, ...validated, hash: hashOf(bytes), programs: programsOf(validated.content), placeOf };
}

function programsOf({ agents = {}, mcpServers = {} }: ConfigFile): readonly StartedProgram[] {
	const started = Object.values(agents);
	const servers = [mcpServers, ...started.map((agent) => agent.mcpServers ?? {})].flatMap((list) =>
		Object.values(list),
	);
	const defined = started.flatMap(({ command, args = [], cwd }) =>
		command === undefined ? [] : [{ command, args, ...(cwd === undefined ? {} : { cwd }) }],
	);
	return [...defined, ...servers.filter((server) => 'command' in server)];
}

/** The SHA-256 of a file's bytes. */
export function hashOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** All bytes of a config file. Throws a UsageError when it cannot be read, is no file or is too large. */
export async function readBytes(file: string): Promise<Buffer> {
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
