import { realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { AgentLaunch } from '../core/agent-info.js';
import { refusesAll } from '../core/policy/own-mode.js';
import type { Rule } from '../core/policy/policy-types.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import type { Worktree } from '../core/worktrees/worktree.js';
import { isWithin } from '../services/files/path-inside.js';
import { checkAdditionalDirectories } from '../services/folders/additional-directories.js';
import type { LogLevel } from '../services/log/log.js';
import { createCredentials } from '../services/sign-in/credentials.js';
import { stateFolderProblem } from '../services/state/state-folder.js';
import { chooseAgent } from './agent-choice.js';
import { type AgentSandboxSettings, askedSandbox, autoSandbox, profileFor } from './agent-profile.js';
import type { RunOptions } from './command.js';
import * as messages from './command-line-messages.js';
import { hooksOf } from './config/config-hooks.js';
import { notTrustedYet, trust } from './config/config-messages.js';
import { modesOf } from './config/config-modes.js';
import type { RuleText } from './config/config-values.js';
import { type LoadedConfig, loadConfig } from './config/load-config.js';
import { rulesOf, type Settings } from './config/settings.js';
import { UsageError } from './errors.js';
import { findWorkspace } from './find-workspace.js';
import { definitionsFor, loadMcpLists, mcpEntries, mcpEntriesNow, mcpNotices, optionFilesOf } from './mcp/mcp-lists.js';
import { ownFolders } from './paths.js';
import { PERSISTENCE_PARTS, persistenceFor, persistsState } from './persistence.js';
import type { PreparedRun } from './prepared-run.js';
import { oneOf, quote } from './quote-value.js';
import { loadRemembered, toRule } from './remembered-rules.js';
import { checkCommandSandbox, probeEarly, refuseWithoutSandbox } from './require-sandbox.js';
import { rulesForThisRun } from './state-ports.js';
import { findOwnWorktree, inProject } from './worktrees/find-worktree.js';
import type { World } from './world.js';

const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** Checks the options against this machine and the config files. Throws a UsageError with one sentence. */
export async function prepareRun(given: RunOptions, world: World): Promise<PreparedRun> {
	const start =
		given.resume === null ? null : await (await import('./resume/find-session.js')).startOfRun(given, world);
	const run = start?.run ?? given;
	const cwd = await findWorkspace(run.cwd, world.cwd);
	const worktree = await findOwnWorktree(world.paths, cwd);
	const [loaded, remembered, kept] = await Promise.all([
		loadConfig(world.paths, cwd),
		loadRemembered(world.paths, cwd, worktree),
		createCredentials(world.paths.credentialsFile).load(''),
	]);
	const { settings, pending, notices } = loaded;
	if (run.sandbox === undefined) for (const { sandbox } of settings.agents.values()) probeEarly(sandbox);
	await checkCommandSandbox(settings.sandbox, cwd);
	const persistence = persistenceFor(settings.persistence, { isOff: run.noPersistence === true, env: world.env });
	const named = { ...modesOf(settings, run.mode ?? null), hooks: hooksOf(settings.hooks) };
	const context = { workspace: cwd, settings, world };
	const [added, agent, problem] = await Promise.all([
		additionalDirectories(run, settings, cwd, world, worktree),
		chooseAgent(run, context, start?.agentPlace),
		persistsState(persistence) ? stateFolderProblem(world.paths.stateDir) : null,
	]);
	const lists = await loadMcpLists(loaded, { cwd, paths: world.paths, optionFiles: optionFilesOf(run, world) });
	const place = { cwd, additionalDirectories: added.directories, world };
	const sandboxes = sandboxSettings(run, world, loaded);
	const profileOf = async (launch: AgentLaunch, isLater: boolean, model: string | null = null) => {
		const profile = await profileFor(launch, {
			...holdContext(world, { workspace: cwd, settings, writable: sandboxes.writable }, named),
			network: run.network ?? null,
			sandbox: askedSandbox(sandboxes, launch),
			asked: { model, mode: named.mode },
			// Files may have been trusted since the start.
			mcpServersOf: (name) =>
				isLater ? mcpEntriesNow(name, { ...place, options: run }) : mcpEntries(definitionsFor(lists, name), place),
		});
		await refuseWithoutSandbox(profile, cwd);
		return profile;
	};
	const starting = profileOf(agent.launch, false, run.model);
	const [profile, resumed] = await Promise.all([starting, start?.settle(agent.launch.name)]);
	const rules = [...rulesOf(settings), ...ruleTexts(run)].map(toRule).concat(remembered.rules);
	return {
		cwd,
		worktree,
		...{ worktreeUse: null, isWorktreeNew: false },
		project: worktree === null ? cwd : (inProject(worktree, cwd) ?? cwd),
		additionalDirectories: added.directories,
		profile,
		sandboxes,
		profileOf: async (name) => {
			const other = await chooseAgent({ agent: name }, context, '/agent');
			return { profile: await profileOf(other.launch, true), missing: other.missing };
		},
		missingAgent: agent.missing,
		isIsolated: false,
		...named,
		isModeAsked: run.mode !== undefined,
		isBypassAllowed: run.allowBypass === true,
		rules:
			worktree === null
				? rules
				: [...rules, ...(await import('./worktrees/worktree-rules.js')).refusalsInWorktree(rules, worktree)],
		ruleStore: persistsState(persistence) ? remembered.store : rulesForThisRun(remembered.store),
		settings,
		persistence,
		authMethod: run.auth ?? null,
		retries: run.retries ?? null,
		resume: resumed?.resume ?? null,
		sessionSearch: resumed?.asksFor ?? null,
		recordFile: run.record ?? null,
		logLevel: logLevel(run.debug === true, world.env),
		untrusted: pending === null ? [] : [trust.would(relative(cwd, pending.file), pending.effects)],
		notices: [
			...(resumed?.notices ?? []),
			...notices,
			...added.notices,
			...switchedOffByProject(loaded),
			...(agent.notice === undefined ? [] : [agent.notice]),
			...(pending === null ? [] : [notTrustedYet(pending.file, pending.effects, cwd)]),
			...mcpNotices(lists, profile.mcpServers, cwd),
			...remembered.warnings.concat(await ruleFolderNotices(rules, world.home, cwd)),
			...(kept.ok ? [] : [`${kept.failure.message} ${kept.failure.hint ?? ''}`.trim()]),
			...(problem === null ? [] : [messages.stateNotSaved(world.paths.stateDir, problem)]),
		],
	};
}

function switchedOffByProject({ settings, userSettings, projectFile }: LoadedConfig): readonly string[] {
	const parts = PERSISTENCE_PARTS.filter((part) => userSettings.persistence[part] && !settings.persistence[part]);
	return projectFile === null || parts.length === 0
		? []
		: [`${sanitizeLine(projectFile)} switches off what is kept of runs here: ${parts.join(', ')}.`];
}

/** Directories of the config, relative to its files, and of the command line, relative to the workspace. */
async function additionalDirectories(
	run: RunOptions,
	settings: Settings,
	workspace: string,
	{ home, paths }: World,
	worktree: Worktree | null,
) {
	// A project’s config counts from where the project is: beside a worktree there are other worktrees.
	const placed = (path: string): string =>
		worktree === null || !isWithin(paths.dataDir, path) || isWithin(worktree.path, path)
			? path
			: resolve(worktree.project, relative(worktree.path, path));
	const given = [
		...settings.additionalDirectories.map((path) => ({ path: placed(path), where: 'additionalDirectories' })),
		...(run.addDir ?? []).map((path) => ({ path: resolve(workspace, path), where: '--add-dir' })),
	];
	const checked = await checkAdditionalDirectories(given, { workspace, home, own: ownFolders(paths) });
	if (!checked.ok) throw new UsageError(checked.failure.message);
	return checked.value;
}

function ruleTexts({ allow = [], deny = [] }: RunOptions): readonly RuleText[] {
	const given = (decision: 'allow' | 'deny') => (text: string) => ({
		decision,
		text,
		origin: 'command line' as const,
		place: `--${decision}`,
	});
	return [...allow.map(given('allow')), ...deny.map(given('deny'))];
}

/** `debug` with `--debug`, else `ACP_TUI_LOG`, else `info`. Throws a UsageError when that is no level. */
function logLevel(isDebug: boolean, env: World['env']): LogLevel {
	if (isDebug) return 'debug';
	const named = env['ACP_TUI_LOG'];
	if (named === undefined || named === '') return 'info';
	const level = LEVELS.find((known) => known === named.toLowerCase());
	if (level === undefined) throw new UsageError(`ACP_TUI_LOG ${quote(named)}: must be ${oneOf(LEVELS)}`);
	return level;
}

function holdContext<T extends { readonly workspace: string }>(
	{ home, env, paths }: World,
	place: T,
	{ own, ownModes }: Pick<PreparedRun, 'own' | 'ownModes'>,
) {
	const isForWordsAlone = ownModes.some(({ name, rules }) => name === own?.name && refusesAll(rules));
	const auto = (launch: AgentLaunch, isSaid: boolean) =>
		autoSandbox(launch, isSaid, { ...place, paths, isForWordsAlone });
	return { ...place, home, env, auto };
}

function sandboxSettings(run: RunOptions, { cwd, home }: World, config: LoadedConfig): AgentSandboxSettings {
	// Shells leave a `~` as it is behind other words.
	const writable = (run.writable ?? []).map((folder) => resolve(cwd, folder.replace(/^~(?=\/|$)/, home)));
	return { asked: run.sandbox ?? null, writable, chosen: new Map(), config };
}

/** Notices of folders that an allow rule opens in vain: missing ones, and ones that would open too much. */
async function ruleFolderNotices(rules: readonly Rule[], home: string, workspace: string): Promise<readonly string[]> {
	const named = new Map<string, Rule>();
	for (const rule of rules) {
		if (rule.opens === undefined || rule.opens === 'no-sandbox') continue;
		for (const folder of rule.opens.folders) if (!named.has(folder)) named.set(folder, rule);
	}
	const notices = await Promise.all(
		[...named].map(async ([folder, { text, place, origin }]) => {
			const real = await realpath(folder.startsWith('~/') ? join(home, folder.slice(2)) : folder).catch(({ code }) => ({
				isMissing: code === 'ENOENT' || code === 'ENOTDIR',
			}));
			const where = place ?? origin;
			// A folder that may not be read may still exist.
			if (typeof real !== 'string')
				return real.isMissing
					? [
							`The rule ${quote(text)} (${sanitizeLine(where)}) opens ${sanitizeLine(folder)}, which is not there: its commands cannot write to it before it is.`,
						]
					: [];
			const isTooWide = real !== workspace && [home, workspace].some((kept) => isWithin(real, kept));
			return isTooWide
				? [
						`The rule ${quote(text)} (${sanitizeLine(where)}) does not open ${sanitizeLine(folder)}: it holds your home folder or the workspace.`,
					]
				: [];
		}),
	);
	return notices.flat();
}
