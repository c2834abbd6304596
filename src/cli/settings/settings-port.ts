import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fail, type Result, succeed } from '../../core/failure.js';
import { isRecord } from '../../core/is-record.js';
import type { Setting, SettingsList, WaitingFile } from '../../core/settings/setting.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { SettingsPort } from '../../frontends/interactive/interactive-options.js';
import { themeNames } from '../../view/theme/themes.js';
import type { RunOptions } from '../command.js';
import { changeSetting } from '../config/change-setting.js';
import { CONFIG } from '../config/config-keys.js';
import { trust as trustWords } from '../config/config-messages.js';
import { PROJECT_FILE } from '../config/config-places.js';
import { isTrusted, trust, trustedHash } from '../config/config-trust.js';
import { valueIn } from '../config/edit/change-config-text.js';
import { openConfigFile } from '../config/edit-file.js';
import { type LoadedConfig, loadConfig } from '../config/load-config.js';
import { isMasked, maskedValue } from '../config/masked-secrets.js';
import { knownKeys, schemaAt, settingPath } from '../config/schema-node.js';
import { ROWS, settingsAsFile } from '../config/settings.js';
import { CommandFailure, UsageError } from '../errors.js';
import { mcpEntriesNow } from '../mcp/mcp-lists.js';
import { allOf } from '../quote-value.js';
import { isSet, type World } from '../world.js';
import { liveSettings } from './live-settings.js';
import { type TrustRequest, trustRequests } from './trust-requests.js';

type Place = { readonly options: RunOptions; readonly world: World };

/** The configuration of the folder that a session is in. */
export function createSettingsPort({ options, world }: Place): SettingsPort {
	const { paths } = world;
	return {
		look: ({ cwd, profile: { launch } }) =>
			asResult(async () => {
				const loaded = await loadConfig(paths, cwd);
				const overrides = overridesOf(options, world);
				const agent = launch.isCommandLine === true ? null : launch.name;
				const list: SettingsList = {
					settings: await listSettings({ loaded, agent, overrides }),
					waiting: await waitingIn(cwd, world),
					files: {
						user: loaded.userFile ?? join(paths.configDir, 'config.json'),
						project: loaded.projectFile ?? join(cwd, PROJECT_FILE),
					},
				};
				return { ...list, live: liveSettings(loaded.settings, world) };
			}),
		change: ({ key, typed, isProject }, { cwd }) =>
			asResult(async () => {
				const path = settingPath(key);
				const { file, isChanged, notices } = await changeSetting({ path, typed, isProject }, { paths, cwd });
				if (!isChanged) return `${key} is so already in ${sanitizeLine(file)}.`;
				const done = typed === null ? `${key} taken out of` : `${key} set in`;
				const later = isLive(key) ? [] : ['It counts from the next start.'];
				return [`${done} ${sanitizeLine(file)}.`, ...later, ...notices].join(' ');
			}),
		trust: ({ file, hash }, { cwd, additionalDirectories, profile: { launch } }) =>
			asResult(async () => {
				const request = (await trustRequests(cwd, world)).find(({ project }) => project.file === file);
				// A file that changed since it was shown is not the one that the user read.
				if (request === undefined || (await trustedHash(request.project)) !== hash)
					throw new UsageError(`${sanitizeLine(file)} has changed meanwhile; look at it again`);
				await trust(request.project, paths.trustFile, hash);
				const mcpServers = await mcpEntriesNow(launch.name, { cwd, additionalDirectories, world, options });
				const isNews = mcpServers.some((server) => server.file === file);
				return { words: isNews ? TRUSTED_SERVERS : TRUSTED, mcpServers };
			}),
	};
}

async function waitingIn(cwd: string, world: World): Promise<readonly WaitingFile[]> {
	const requests = (await trustRequests(cwd, world)).filter(({ effects }) => effects.length > 0);
	const waiting = await Promise.all(
		requests.map(async (request) =>
			(await isTrusted(request.project, world.paths)) ? [] : [await waitingFile(request)],
		),
	);
	return waiting.flat();
}

async function waitingFile({ project, effects, withheld, kind }: TrustRequest): Promise<WaitingFile> {
	return {
		file: project.file,
		effects: allOf(effects),
		content: JSON.stringify(withheld, null, 2),
		warning: trustWords.warnings[kind],
		hash: await trustedHash(project),
	};
}

function overridesOf(options: RunOptions, { env }: World): ReadonlyMap<string, Override> {
	const { agent, agentCommand, mode, noPersistence } = options;
	const all: readonly (readonly [string, Override] | null)[] = [
		mode === undefined ? null : ['mode', { value: mode, source: '--mode' }],
		agent === undefined ? null : ['agent', { value: agent, source: '--agent' }],
		agentCommand === undefined ? null : ['agent', { value: agentCommand, source: '--agent-command' }],
		noPersistence === true ? ['persistence', { value: 'false', source: '--no-persistence' }] : null,
		isSet(env['ACP_TUI_NO_PERSISTENCE']) ? ['persistence', { value: 'false', source: 'ACP_TUI_NO_PERSISTENCE' }] : null,
		isSet(env['ACP_TUI_REDUCED_MOTION']) ? ['ui.motion', { value: 'reduced', source: 'ACP_TUI_REDUCED_MOTION' }] : null,
		isSet(env['ACP_TUI_VIM']) ? ['ui.editor', { value: 'vim', source: 'ACP_TUI_VIM' }] : null,
	];
	return new Map(all.filter((each) => each !== null));
}

async function asResult<T>(work: () => Promise<T>): Promise<Result<T>> {
	try {
		return succeed(await work());
	} catch (error) {
		if (error instanceof UsageError || error instanceof CommandFailure) return fail('usage', error.message);
		throw error;
	}
}

// Where the file is stands last, if at all: the row that says this is one line.
const TRUSTED = 'Trusted. What agents start with counts from the next start.';
const TRUSTED_SERVERS = 'Trusted. /restart starts the agent with its MCP servers.';

/** Values of the command line or the environment that hold instead of the files', by key. */
type Override = { readonly value: string; readonly source: string };

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
async function listSettings({ loaded, agent, overrides }: Listing): Promise<readonly Setting[]> {
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
