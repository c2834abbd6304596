import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord } from '../../core/is-record.js';
import { isMissing, systemError } from '../../services/errno.js';
import { isWithin } from '../../services/files/path-inside.js';
import { replaceFile } from '../../services/files/replace-file.js';
import { makePrivateFolder } from '../../services/state/private-folder.js';
import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';
import { CONFIG_KEY } from './config-places.js';
import { formatOf } from './file-format.js';
import { findUserFiles } from './find-config.js';
import { readConfig } from './read-config.js';

/** A config file; one that does not exist yet has an empty text. */
type OpenedConfig = {
	readonly file: string;
	/** The part that is ours. */
	readonly data: unknown;
	/** The text with a value at a path, or with nothing there (undefined); everything else stays, comments too. */
	with(path: readonly string[], value: unknown): string;
};

/** Reads a file to change it. Throws a UsageError where it is not what its name says. */
export async function openConfigFile(file: string): Promise<OpenedConfig> {
	const [text, { parseFile }, { changeText, valueIn }] = await Promise.all([
		readIfThere(file),
		import('./parse-file.js'),
		import('./edit/change-config-text.js'),
	]);
	const format = formatOf(file, text);
	const given = { file, text, isJson: format !== 'yaml' };
	const above = format === 'package.json' ? [CONFIG_KEY] : [];
	return {
		file,
		data: valueIn(parseFile(file, text, given.isJson).data ?? {}, above) ?? {},
		with: (path, value) => changeText(given, [...above, ...path], value),
	};
}

/** Opens a file with `mcpServers`. Throws a UsageError when it has none that can be changed. */
export async function openServerFile(file: string): Promise<OpenedConfig & { readonly names: readonly string[] }> {
	const opened = await openConfigFile(file);
	const servers = isRecord(opened.data) ? (opened.data['mcpServers'] ?? {}) : null;
	if (!isRecord(servers)) throw new UsageError(messages.noMcpServers(file));
	return { ...opened, names: Object.keys(servers) };
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

/**
 * Writes a file of settings whole, where a link leads; one that is there keeps its permissions, unless it is to be
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

/**
 * Sets one key of the user's config; everything else stays as it is, comments too. Returns the file. Throws a UsageError
 * where the file has mistakes (it is not written over then) or cannot be written.
 */
export async function setUserConfig(
	configDir: string,
	path: readonly [string, ...string[]],
	value: string | ((before: unknown) => readonly unknown[]),
): Promise<string> {
	const file = await userFile(configDir);
	const opened = await openConfigFile(file);
	const { valueIn } = await import('./edit/change-config-text.js');
	const written = typeof value === 'string' ? value : value(valueIn(opened.data, path));
	await writeConfigFile(file, opened.with(path, written), { isPrivate: false, mode: 0o600 });
	return file;
}

/** The user's config, or the place for one. Throws a UsageError where it has mistakes: it is not written over then. */
export async function userFile(configDir: string): Promise<string> {
	const [there] = await findUserFiles(configDir);
	if (there !== undefined) await readConfig(there);
	return there ?? join(configDir, 'config.json');
}

/** Throws a UsageError where a file of a project is a link out of its folder: a repository could have put one there. */
export async function refuseLinkOut(file: string): Promise<void> {
	const [folder, target] = await Promise.all([realpath(dirname(file)), realpath(file).catch(() => file)]);
	if (target === file || isWithin(folder, target)) return;
	throw new UsageError(`${file} is a link that leads out of its folder; change the file itself`);
}
