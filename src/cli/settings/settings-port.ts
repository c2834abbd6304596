import { join } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { SettingsList, WaitingFile } from '../../core/settings/setting.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { SettingsPort } from '../../frontends/interactive/options.js';
import type { RunOptions } from '../command.js';
import { changeSetting } from '../config/change-setting.js';
import { trust as messages } from '../config/config-messages.js';
import { loadConfig } from '../config/load.js';
import { PROJECT_FILE } from '../config/places.js';
import { settingPath } from '../config/schema-node.js';
import { isTrusted, trust, trustedHash } from '../config/trust.js';
import { CommandFailure, UsageError } from '../errors.js';
import { allOf } from '../quote.js';
import { isSet, type World } from '../world.js';
import { isLive, listSettings, type Override } from './list-settings.js';
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
		trust: ({ file, hash }, { cwd }) =>
			asResult(async () => {
				const request = (await trustRequests(cwd, world)).find(({ project }) => project.file === file);
				// What was swapped since it was shown is not what was looked at.
				if (request === undefined || (await trustedHash(request.project)) !== hash)
					throw new UsageError(`${sanitizeLine(file)} has changed meanwhile; look at it again`);
				await trust(request.project, paths.trustFile, hash);
				return `${messages.done(sanitizeLine(file))}. What agents are started with and may do counts from the next start.`;
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
		warning: messages.warnings[kind],
		hash: await trustedHash(project),
	};
}

function overridesOf(options: RunOptions, { env }: World): ReadonlyMap<string, Override> {
	const { agent, agentCommand, mode, isPersistenceOff } = options;
	const all: readonly (readonly [string, Override] | null)[] = [
		mode === null ? null : ['mode', { value: mode, source: '--mode' }],
		agent === null ? null : ['agent', { value: agent, source: '--agent' }],
		agentCommand === null ? null : ['agent', { value: agentCommand, source: '--agent-command' }],
		isPersistenceOff ? ['persistence', { value: 'false', source: '--no-persistence' }] : null,
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
