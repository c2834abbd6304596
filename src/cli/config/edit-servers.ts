import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { isRecord } from '../../core/is-record.js';
import { isMissing, systemError } from '../../services/errno.js';
import { replaceFile } from '../../services/files/replace-file.js';
import { makePrivateFolder } from '../../services/state/private-folder.js';
import { UsageError } from '../usage-error.js';
import * as messages from './messages.js';

export type ServerFile = {
	readonly file: string;
	readonly names: readonly string[];
	/** The text with this server in it, or without it where it is null; everything else stays, comments too. */
	with(name: string, server: object | null): string;
};

/** Reads a file with `mcpServers`, JSON or YAML; one that is not there is empty. Throws a UsageError when it is neither. */
export async function openServerFile(file: string): Promise<ServerFile> {
	const text = await readFile(file, 'utf8').catch((error: unknown) => {
		if (isMissing(error)) return '';
		throw new UsageError(messages.unreadable(file, systemError(error).why));
	});
	const { parseFile } = await import('./parse-file.js');
	const isJson = extname(file) === '.json';
	const data: unknown = parseFile(file, text, isJson).data ?? {};
	const servers = isRecord(data) ? (data['mcpServers'] ?? {}) : null;
	if (!isRecord(data) || !isRecord(servers)) throw new UsageError(messages.noMcpServers(file));
	const changeYaml = isJson ? null : await yamlChange(text);
	return {
		file,
		names: Object.keys(servers),
		with: (name, server) => (changeYaml ?? jsonChange(text, data, servers))(name, server),
	};
}

type Change = (name: string, server: object | null) => string;
type Data = Readonly<Record<string, unknown>>;

/** JSON has no comments: the order of keys and the indentation are kept. */
function jsonChange(text: string, data: Data, servers: Data): Change {
	const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
	const end = text === '' || text.endsWith('\n') ? '\n' : '';
	return (name, server) => {
		const { [name]: _, ...others } = servers;
		// In its place, where it is replaced.
		const kept = server !== null && Object.hasOwn(servers, name) ? { ...servers, [name]: server } : others;
		const all = server === null ? others : { ...kept, [name]: server };
		return `${JSON.stringify({ ...data, mcpServers: all }, null, indent)}${end}`;
	};
}

async function yamlChange(text: string): Promise<Change> {
	const { parseDocument } = await import('yaml');
	return (name, server) => {
		const document = parseDocument(text);
		if (server === null) document.deleteIn(['mcpServers', name]);
		else document.setIn(['mcpServers', name], document.createNode(server));
		return document.toString({ lineWidth: 0 });
	};
}

/**
 * Writes a file of servers whole, where a link leads; one that is there keeps its permissions, unless it is to be
 * `isPrivate`. Throws a UsageError when it cannot be written.
 */
export async function writeConfigFile(
	file: string,
	text: string,
	{ isPrivate, mode }: { readonly isPrivate: boolean; readonly mode: number },
): Promise<void> {
	try {
		await makePrivateFolder(dirname(file));
		const target = await realpath(file).catch(() => file);
		const before = await stat(target).catch(() => null);
		const usual = before === null ? mode : before.mode & 0o777;
		await replaceFile(target, text, { mode: isPrivate ? 0o600 : usual });
	} catch (error) {
		throw new UsageError(messages.unwritable(file, systemError(error).why));
	}
}
