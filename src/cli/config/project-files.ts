import { type PinnedVersion, parseProjectLock } from '../../core/agents/agents-lock.js';
import type { McpDefinition, McpMistake } from '../../core/mcp/mcp-definition.js';
import { readDefinitions } from '../../core/mcp/read-definitions.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';
import type { ProjectFile } from './config-trust.js';
import { hashOf, readBytes } from './file-bytes.js';

type McpFile = ProjectFile & {
	readonly definitions: ReadonlyMap<string, McpDefinition>;
	readonly mistakes: readonly McpMistake[];
};

/** Reads a list of MCP servers. Throws a UsageError when it cannot be read or is no such list. */
export async function readMcpFile(file: string): Promise<McpFile> {
	// The parser of YAML, which tells places in both, is loaded only where there is a file.
	const [bytes, { parseFile }] = await Promise.all([readBytes(file), import('./parse-file.js')]);
	const read = readDefinitions(parseFile(file, new TextDecoder().decode(bytes), true).data);
	if (read === null) throw new UsageError(messages.noMcpServers(file));
	const programs = [...read.definitions.values()].filter((server) => server.type === 'stdio');
	return { file, hash: hashOf(bytes), programs, ...read };
}

type ProjectLock = ProjectFile & { readonly pins: ReadonlyMap<string, PinnedVersion> };

/** Reads a project's lock. Throws a UsageError when it cannot be read, is damaged or of a later version. */
export async function readProjectLock(file: string): Promise<ProjectLock> {
	const bytes = await readBytes(file);
	const read = parseProjectLock(new TextDecoder().decode(bytes));
	if (!read.ok) throw new UsageError(`${sanitizeLine(file)} cannot be used: ${read.failure.message}`);
	return { file, hash: hashOf(bytes), programs: [], pins: read.value };
}
