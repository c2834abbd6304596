import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { jsonIn } from '../../core/json-in.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { UsageError } from '../errors.js';
import type { Paths } from '../paths.js';
import * as messages from './config-messages.js';
import { PROJECT_FILE } from './config-places.js';
import { isTrusted, trust } from './config-trust.js';
import { openConfigFile, refuseLinkOut, userFile, writeConfigFile } from './edit-file.js';
import { findProjectFiles } from './find-config.js';
import { type LoadedConfig, loadConfig } from './load-config.js';
import { isMasked, maskedValue, unmasked } from './masked-secrets.js';
import { plainSecret, plainSecrets } from './plain-secrets.js';
import { readConfig } from './read-config.js';
import { settingsAsFile } from './settings.js';

export type SettingChange = {
	readonly path: readonly string[];
	/** The value as it was typed; null takes it out. */
	readonly typed: string | null;
	readonly isProject: boolean;
};

type ChangedSetting = {
	readonly file: string;
	readonly isChanged: boolean;
	readonly loaded: LoadedConfig;
	/** Sentences about the change. */
	readonly notices: readonly string[];
};

type Place = { readonly paths: Paths; readonly cwd: string };

/**
 * Changes one setting in the user's or the project's file, which is made where there is none. The user's own change of a
 * file that was trusted, or that was not there, stays trusted. Throws a UsageError with what is wrong and what is
 * allowed; nothing is written then.
 */
export async function changeSetting(change: SettingChange, place: Place): Promise<ChangedSetting> {
	const { path, isProject } = change;
	const { paths, cwd } = place;
	const { file, isOwn } = isProject
		? await projectFile(place)
		: { file: await userFile(paths.configDir), isOwn: false };
	const opened = await openConfigFile(file);
	const value = change.typed === null ? undefined : await valueOfTyped(change.typed, path, opened.data);
	const { valueIn } = await import('./edit/change-config-text.js');
	if (isDeepStrictEqual(valueIn(opened.data, path), value))
		return { file, isChanged: false, loaded: await loadConfig(paths, cwd), notices: [] };
	const secrets = plainSecrets(path, value);
	if (isProject && secrets.length > 0) throw new UsageError(messages.secretInProject(secrets));
	const text = opened.with(path, value);
	const loaded = await loadConfig(paths, cwd, { origin: isProject ? 'project' : 'user', file, text, path });
	await writeConfigFile(file, text, { isPrivate: secrets.length > 0, mode: isProject ? 0o644 : 0o600 });
	const isWaiting = isProject && loaded.pending !== null;
	if (isWaiting && isOwn) await trust(await readConfig(file), paths.trustFile);
	return {
		file,
		isChanged: true,
		loaded: isWaiting && isOwn ? await loadConfig(paths, cwd) : loaded,
		notices: [
			...loaded.notices,
			...secrets.map(plainSecret),
			...(isWaiting && !isOwn ? [messages.changeWaits] : []),
			...(isProject || isInForce(loaded, (each) => valueIn(each, path))
				? []
				: [`Here ${sanitizeLine(loaded.projectFile ?? '')} wins: it has a value for ${path.join('.')}.`]),
		],
	};
}

/** The project's config, and whether all of it is the user's own or trusted. */
async function projectFile({ paths, cwd }: Place): Promise<{ readonly file: string; readonly isOwn: boolean }> {
	const [there] = await findProjectFiles(cwd);
	if (there === undefined) return { file: join(cwd, PROJECT_FILE), isOwn: true };
	await refuseLinkOut(there);
	return { file: there, isOwn: await isTrusted(await readConfig(there), paths) };
}

/** The value that was typed: JSON where the schema takes that, else the words themselves. Throws a UsageError. */
async function valueOfTyped(typed: string, path: readonly string[], data: unknown): Promise<unknown> {
	const [{ validateConfig }, { valueIn, withValue }, { schemaAt }] = await Promise.all([
		import('./validate-config.js'),
		import('./edit/change-config-text.js'),
		import('./schema-node.js'),
	]);
	const json = jsonIn(typed);
	const written = valueIn(data, path);
	// A value that was shown masked and left so keeps its secret.
	const whole = isMasked(path) ? unmasked(json, maskedValue(path, written), written) : json;
	let problems: readonly string[] = [];
	for (const value of json === undefined ? [typed] : [whole, typed]) {
		const checked = await validateConfig(withValue(data, path, value), () => '');
		if (checked.problems.length === 0) return value;
		if (problems.length === 0) ({ problems } = checked);
	}
	const words = problems.map((problem) => problem.replace(/^: /, '')).join('; ');
	throw new UsageError(`${words}${json === undefined ? messages.asJson(schemaAt(path)?.type) : ''}`);
}

/** Whether no project says something else. */
function isInForce({ settings, userSettings }: LoadedConfig, pick: (settings: object) => unknown): boolean {
	const [now, own] = [settings, userSettings].map((each) => pick(settingsAsFile(each)));
	return isDeepStrictEqual(now, own);
}
