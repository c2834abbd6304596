import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../core/is-record.js';
import type { Setting } from '../../core/settings/setting.js';
import { themeNames } from '../../view/theme/themes.js';
import { CONFIG } from '../config/config-keys.js';
import { valueIn } from '../config/edit/change-text.js';
import { openConfigFile } from '../config/edit-file.js';
import type { LoadedConfig } from '../config/load.js';
import { isMasked, maskedValue } from '../config/masked.js';
import { knownKeys, schemaAt } from '../config/schema-node.js';
import { ROWS, settingsAsFile } from '../config/settings.js';

/** Values of the command line or the environment that hold instead of the files', by key. */
export type Override = { readonly value: string; readonly source: string };

type Listing = {
	readonly loaded: LoadedConfig;
	/** The agent of the session, as `agents` may name it; null where it has no name. */
	readonly agent: string | null;
	readonly overrides: ReadonlyMap<string, Override>;
};

/** Settings that count as soon as they are changed: what the interface is given, but for the screen that it begins on. */
const LIVE = /^(?:keys|themes|ui\.(?!screen$).*)$/;

export function isLive(key: string): boolean {
	return LIVE.test(key);
}

/** Keys of an agent that are listed though nothing is set; the others are where they are. */
const OF_AGENTS = ['model', 'planModel', 'sandbox', 'network'];

/** Every setting of the schema, with what is in force and where it comes from. */
export async function listSettings({ loaded, agent, overrides }: Listing): Promise<readonly Setting[]> {
	const { settings, userSettings, userFile, projectFile } = loaded;
	const [now, own] = [settingsAsFile(settings), settingsAsFile(userSettings)];
	const [user, project] = await Promise.all(
		[userFile, projectFile].map(async (file) => (file === null ? {} : (await openConfigFile(file)).data)),
	);
	const settingAt = (path: readonly string[]): Setting => {
		const key = path.map((part) => (part.includes('.') ? `"${part}"` : part)).join('.');
		const { type, enum: words, description = '' } = schemaAt(path) ?? {};
		const choices = key === 'ui.theme' ? [...themeNames, ...settings.themes.keys()] : (words ?? []);
		const [value, ofUser] = [valueIn(now, path), valueIn(own, path)];
		const override = overrides.get(key);
		const isProjects = !isDeepStrictEqual(value, ofUser);
		const isUsers = valueIn(user, path) !== undefined;
		return {
			key,
			group: groupOf(path),
			about: description.replace(/ \(default .*\)\.$/, '.'),
			kind: type === 'boolean' ? 'flag' : choices.length > 0 ? 'choice' : 'words',
			choices,
			value: override?.value ?? shown(value),
			source: override?.source ?? (isProjects ? 'project' : isUsers ? 'your config' : 'default'),
			written: { user: typed(writtenIn(user, path)), project: typed(writtenIn(project, path)) },
			isLive: isLive(key) && override === undefined,
		};
	};
	const paths = ROWS.flatMap(({ path: [key, name] }): readonly (readonly string[])[] =>
		key === 'agents' ? agentPaths(now, agent) : [name === undefined ? [key] : [key, name]],
	);
	return paths.map(settingAt);
}

/** Value in a file, without parts that may be secrets. */
function writtenIn(data: unknown, path: readonly string[]): unknown {
	const value = valueIn(data, path);
	return isMasked(path) ? maskedValue(path, value) : value;
}

function agentPaths(now: object, current: string | null): readonly (readonly string[])[] {
	const agents = valueIn(now, ['agents']);
	const known = isRecord(agents) ? agents : {};
	const names = new Set([...(current === null ? [] : [current]), ...Object.keys(known)]);
	return [...names].flatMap((name) =>
		knownKeys(schemaAt(['agents', name]) ?? {})
			.filter((key) => OF_AGENTS.includes(key) || isFilled(valueIn(known, [name, key])))
			.map((key) => ['agents', name, key]),
	);
}

function isFilled(value: unknown): boolean {
	return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined;
}

/** The heading above a setting: of a section its name, of an agent that; else what stands alone. */
function groupOf([first = '', second = '']: readonly string[]): string {
	if (first === 'agents') return `Agent ${second}`;
	const entry: unknown = Reflect.get(CONFIG, first);
	if (!isRecord(entry) || !('rows' in entry)) return 'General';
	return String(entry['about'])
		.replace(/[:;(].*$/, '')
		.trim();
}

function shown(value: unknown): string {
	if (Array.isArray(value)) return value.map(String).join(', ');
	if (isRecord(value)) return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
	return value === undefined || value === null ? '' : String(value);
}

function typed(value: unknown): string | null {
	if (value === undefined) return null;
	return typeof value === 'string' ? value : JSON.stringify(value);
}
