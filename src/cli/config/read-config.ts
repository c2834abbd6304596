import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';
import { CONFIG_KEY } from './config-places.js';
import type { StartedProgram } from './config-trust.js';
import type { ConfigPath } from './config-values.js';
import { hashOf } from './file-bytes.js';
import { formatOf } from './file-format.js';
import type { ConfigFile } from './settings.js';

/** A config file's checked content, and the SHA-256 of what in the file is ours. */
export type ReadConfig = {
	readonly file: string;
	readonly content: ConfigFile;
	readonly hash: string;
	readonly programs: readonly StartedProgram[];
	/** `FILE:LINE` of a value, or the file alone where its line is not known. */
	readonly placeOf: (path: ConfigPath) => string;
};

/** Reads and checks a config file. Throws a UsageError that names the file and every place in it that is wrong. */
export async function readConfig(file: string): Promise<ReadConfig> {
	const read = await inspectConfig(file);
	if (read.problems.length > 0) throw configError(read.problems);
	return read;
}

export function configError(problems: readonly string[]): UsageError {
	return new UsageError(messages.problemList(problems));
}

type InspectedConfig = ReadConfig & { readonly problems: readonly string[] };

/** Reads a config file, or a draft of it, and says what is wrong in it. Throws a UsageError for an unreadable one. */
export async function inspectConfig(file: string, draft?: string): Promise<InspectedConfig> {
	// Heavy modules are loaded only where there is a file for them.
	const [{ loadText }, { parseFile, parseKey }, { validateConfig }] = await Promise.all([
		import('./explorer.js'),
		import('./parse-file.js'),
		import('./validate-config.js'),
	]);
	const { text, format } = draft === undefined ? await loadText(file) : { text: draft, format: formatOf(file, draft) };
	const isPart = format === 'package.json';
	const parsed = isPart ? parseKey(file, text, CONFIG_KEY) : parseFile(file, text, format === 'json');
	const { data } = parsed;
	// Drafts are not on the disk: their problems have no line.
	const placeOf = draft === undefined ? parsed.placeOf : () => file;
	const validated = await validateConfig(data ?? {}, placeOf);
	// Other programs write the rest of package.json.
	const hash = hashOf(isPart ? JSON.stringify(data) : text);
	return { file, ...validated, hash, programs: programsOf(validated.content), placeOf };
}

function programsOf({ agents = {}, mcpServers = {}, hooks = {} }: ConfigFile): readonly StartedProgram[] {
	const started = Object.values(agents);
	const servers = [mcpServers, ...started.map((agent) => agent.mcpServers ?? {})].flatMap((list) =>
		Object.values(list),
	);
	const defined = started.flatMap(({ command, args = [], cwd }) =>
		command === undefined ? [] : [{ command, args, ...(cwd === undefined ? {} : { cwd }) }],
	);
	// The words of a line, whatever the shell makes of them: those that name a file count.
	const lines = Object.values(hooks)
		.flat()
		.map(({ command }) => ({ command: '', args: command.split(/[\s"'`;&|()<>]+/) }));
	return [...defined, ...servers.filter((server) => 'command' in server), ...lines];
}
