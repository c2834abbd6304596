import { isRecord } from '../is-record.js';
import { MCP_NAME, MCP_NAME_WORDS, type McpDefinition, type McpMistake } from './mcp-definition.js';

export type ReadDefinitions = {
	readonly definitions: ReadonlyMap<string, McpDefinition>;
	readonly mistakes: readonly McpMistake[];
};

const MOST_SERVERS = 200;

/** Reads `{mcpServers: {NAME: …}}`. An invalid entry is a mistake, the others count. Null: no such list. */
export function readDefinitions(data: unknown): ReadDefinitions | null {
	const list = isRecord(data) ? data['mcpServers'] : undefined;
	if (!isRecord(list)) return null;
	const definitions = new Map<string, McpDefinition>();
	const mistakes: McpMistake[] = [];
	for (const [name, entry] of Object.entries(list).slice(0, MOST_SERVERS)) {
		const read = MCP_NAME.test(name) ? readDefinition(entry) : `a name may have ${MCP_NAME_WORDS}`;
		if (typeof read === 'string') mistakes.push({ name, why: read });
		else definitions.set(name, isRecord(entry) && entry['disabled'] === true ? { ...read, isDisabled: true } : read);
	}
	const more = Object.keys(list).length - MOST_SERVERS;
	if (more > 0) mistakes.push({ name: `${more} more`, why: `at most ${MOST_SERVERS} servers of a file count` });
	return { definitions, mistakes };
}

function readDefinition(entry: unknown): McpDefinition | string {
	if (!isRecord(entry)) return 'it must be an object';
	const { type, command, args = [], env = {}, url, headers = {} } = entry;
	if (type !== undefined && typeof type !== 'string') return 'its type must be "stdio", "http" or "sse"';
	if ((type ?? (url === undefined ? 'stdio' : 'http')) === 'stdio') {
		if (!isText(command)) return 'it needs a command';
		if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
			return 'its args must be a list of strings';
		if (!isTextRecord(env)) return 'its env must be an object of strings';
		return { type: 'stdio', command, args, env };
	}
	const kind = HTTP_NAMES.includes(type ?? 'http') ? 'http' : type;
	if (kind !== 'http' && kind !== 'sse') return `its type ${JSON.stringify(type?.slice(0, 40))} is not known here`;
	if (!isText(url)) return 'it needs a url';
	if (!isTextRecord(headers)) return 'its headers must be an object of strings';
	return { type: kind, url, headers };
}

const HTTP_NAMES: readonly string[] = ['http', 'streamable-http', 'streamableHttp'];

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
	return isRecord(value) && Object.values(value).every((item) => typeof item === 'string');
}
