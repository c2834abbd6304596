import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { isRecord } from '../../core/is-record.js';
import { isMissing, systemError } from '../../services/errno.js';
import { replaceFile } from '../../services/files/replace-file.js';
import { makePrivateFolder } from '../../services/state/private-folder.js';
import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';
import { findUserFiles } from './find.js';
import { readConfig } from './read.js';

export type ServerFile = {
	readonly file: string;
	readonly names: readonly string[];
	/** The text with this server in it, or without it where it is null; everything else stays, comments too. */
	with(name: string, server: object | null): string;
};

/** Reads a file with `mcpServers`, JSON or YAML; one that is not there is empty. Throws a UsageError when it is neither. */
export async function openServerFile(file: string): Promise<ServerFile> {
	const text = await readIfThere(file);
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

async function readIfThere(file: string): Promise<string> {
	try {
		// Without a byte order mark, which JSON.parse refuses.
		return new TextDecoder().decode(await readFile(file));
	} catch (error) {
		if (isMissing(error)) return '';
		throw new UsageError(messages.unreadable(file, systemError(error).why));
	}
}

/** JSON with the indentation and the end of the text that it takes the place of; it has no comments to be kept. */
function jsonLike(before: string, data: Data): string {
	const indent = /^([ \t]+)\S/m.exec(before)?.[1] ?? '  ';
	const end = before === '' || before.endsWith('\n') ? '\n' : '';
	return `${JSON.stringify(data, null, indent)}${end}`;
}

type Change = (name: string, server: object | null) => string;
type Data = Readonly<Record<string, unknown>>;

function jsonChange(text: string, data: Data, servers: Data): Change {
	return (name, server) => {
		const { [name]: _, ...others } = servers;
		// In its place, where it is replaced.
		const kept = server !== null && Object.hasOwn(servers, name) ? { ...servers, [name]: server } : others;
		const all = server === null ? others : { ...kept, [name]: server };
		return jsonLike(text, { ...data, mcpServers: all });
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

type ConfigValue = string | ((before: unknown) => readonly unknown[]);

/**
 * Sets one key of the user's config, JSON or YAML; everything else stays as it is, comments too. Returns the file. Throws
 * a UsageError where the file has mistakes (it is not written over then) or cannot be written.
 */
export async function setUserConfig(
	configDir: string,
	path: readonly [string, ...string[]],
	value: ConfigValue,
): Promise<string> {
	const [there] = await findUserFiles(configDir);
	if (there !== undefined) await readConfig(there);
	const file = there ?? join(configDir, 'config.json');
	const before = await readIfThere(file);
	const text = extname(file) === '.json' ? inJson(before, path, value) : await inYaml(before, path, value);
	await writeConfigFile(file, text, { isPrivate: false, mode: 0o600 });
	return file;
}

function inJson(text: string, path: readonly string[], value: ConfigValue): string {
	const data: unknown = text.trim() === '' ? {} : JSON.parse(text);
	return jsonLike(text, setIn(data, path, value));
}

function setIn(data: unknown, [key, ...rest]: readonly string[], value: ConfigValue): Data {
	const before: Data = isRecord(data) ? data : {};
	if (key === undefined) return before;
	return {
		...before,
		[key]: rest.length === 0 ? written(value, ownValue(before, key)) : setIn(ownValue(before, key), rest, value),
	};
}

function written(value: ConfigValue, before: unknown): unknown {
	return typeof value === 'string' ? value : value(before);
}

function ownValue(data: Data, key: string): unknown {
	return Object.hasOwn(data, key) ? data[key] : undefined;
}

async function inYaml(text: string, path: readonly string[], value: ConfigValue): Promise<string> {
	const { parseDocument } = await import('yaml');
	const document = parseDocument(text);
	const before = path.reduce<unknown>(
		(data, key) => (isRecord(data) ? ownValue(data, key) : undefined),
		document.toJS(),
	);
	document.setIn(path, written(value, before));
	return document.toString({ lineWidth: 0 });
}
