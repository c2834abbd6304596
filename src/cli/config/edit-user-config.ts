import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isRecord } from '../../core/is-record.js';
import { isMissing, systemError } from '../../services/errno.js';
import { UsageError } from '../usage-error.js';
import { writeConfigFile } from './edit-servers.js';
import { findUserFiles } from './find.js';
import * as messages from './messages.js';
import { readConfig } from './read.js';

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
	const before = await readFile(file, 'utf8').catch((error: unknown) => {
		if (isMissing(error)) return '';
		throw new UsageError(messages.unreadable(file, systemError(error).why));
	});
	const text = extname(file) === '.json' ? inJson(before, path, value) : await inYaml(before, path, value);
	await writeConfigFile(file, text, { isPrivate: false, mode: 0o600 });
	return file;
}

type Data = { readonly [key: string]: unknown };

/** JSON has no comments: the order of keys and the indentation are kept. */
function inJson(text: string, path: readonly string[], value: ConfigValue): string {
	const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
	const end = text === '' || text.endsWith('\n') ? '\n' : '';
	const data: unknown = text.trim() === '' ? {} : JSON.parse(text);
	return `${JSON.stringify(setIn(data, path, value), null, indent)}${end}`;
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
