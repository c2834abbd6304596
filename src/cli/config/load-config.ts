import { basename } from 'node:path';
import { findKnownAgent, nearestAgent } from '../../core/agents/known-agents.js';
import { parseRule } from '../../core/policy/rules.js';
import { nearest } from '../../core/text/nearest.js';
import { type ThemeDefinition, themeNames } from '../../view/theme/themes.js';
import { badRule, unknownAgent } from '../command-line-messages.js';
import type { Paths } from '../paths.js';
import { quote, suggestion } from '../quote-value.js';
import { readImportedThemes, THEME_NAME } from '../themes/own-themes.js';
import * as messages from './config-messages.js';
import { isTrusted } from './config-trust.js';
import { type McpServerSetting, mcpServerSettings, type Source } from './config-values.js';
import { findMisplacedFile, findProjectFiles, findUserFiles } from './find-config.js';
import { configError, inspectConfig, type ReadConfig } from './read-config.js';
import type { WrittenAgent } from './schema-parts.js';
import {
	type ConfigFile,
	defaultSettings,
	mergeConfig,
	rulesOf,
	type Settings,
	splitProjectConfig,
} from './settings.js';

/** A project's config file of which a part waits for the user's word. */
type PendingProjectConfig = {
	readonly file: string;
	/** Effects, in words that follow "cannot": `set the agent`, `add 2 allow rules`. */
	readonly effects: readonly string[];
	readonly mcpServers: ReadonlyMap<string, McpServerSetting>;
};

export type LoadedConfig = {
	readonly settings: Settings;
	readonly userSettings: Settings;
	/** Settings of agents in the project's file, by name, as far as they apply. */
	readonly projectAgents: ReadonlyMap<string, WrittenAgent>;
	readonly userFile: string | null;
	readonly projectFile: string | null;
	readonly pending: PendingProjectConfig | null;
	/** Config files that are not read because another one is, and a theme that is gone, in a sentence each. */
	readonly notices: readonly string[];
};

/**
 * Reads the user's and the project's config and merges them. Of a project's file that is not
 * trusted only the harmless part applies; what waits is listed in `pending`. Throws a UsageError that
 * names everything that is wrong in them, each with its file and place. `draft` stands for a file's content.
 */
export async function loadConfig(paths: Paths, cwd: string, draft?: Draft): Promise<LoadedConfig> {
	const [users, projects, imported] = await Promise.all([
		withDraft(findUserFiles(paths.configDir), 'user', draft),
		withDraft(findProjectFiles(cwd), 'project', draft),
		readImportedThemes(paths.configDir),
	]);
	const defaults = imported.themes.size === 0 ? defaultSettings : { ...defaultSettings, themes: imported.themes };
	const [userFile = null] = users;
	const [projectFile = null] = projects;
	const [inspected, project] = await Promise.all([
		inspectIfThere(userFile, 'user', draft),
		inspectIfThere(projectFile, 'project', draft),
	]);
	const isChosenNow = draft?.origin === 'user' && ['ui', 'ui.theme'].includes(draft.path.join('.'));
	const { user, gone } = isChosenNow ? { user: inspected, gone: null } : withoutGoneTheme(inspected, imported);
	const settings = user === null ? defaults : mergeConfig(defaults, user.content, user);
	const problems = (file: Inspected, all: Settings) => problemsOf(file, all, paths, draft?.origin === file.origin);
	const mistakes = [
		...(user === null ? [] : await problems(user, settings)),
		...(project === null ? [] : await problems(project, mergeConfig(settings, project.content, project))),
	];
	if (mistakes.length > 0) throw configError(mistakes);
	const ignored = [users, projects].flatMap(([used = '', ...others]) =>
		others.map((file) => messages.ignoredFile(file, used)),
	);
	const misplaced = findMisplacedFile(cwd);
	const notices = [
		...ignored,
		...(misplaced === null ? [] : [messages.misplacedFile(misplaced, cwd)]),
		...(gone === null ? [] : [gone]),
	];
	if (project === null)
		return {
			settings,
			userSettings: settings,
			projectAgents: new Map(),
			userFile,
			projectFile,
			pending: null,
			notices,
		};
	const { harmless, effects } = splitProjectConfig(project.content, settings);
	const isWaiting = effects.length > 0;
	const isWhole = isWaiting && (await isTrusted(project, paths));
	const applied = isWhole ? project.content : harmless;
	return {
		settings: mergeConfig(settings, applied, project),
		userSettings: settings,
		projectAgents: new Map(Object.entries(applied.agents ?? {})),
		userFile,
		projectFile,
		pending:
			isWaiting && !isWhole
				? { file: project.file, effects, mcpServers: mcpServerSettings(project.content.mcpServers ?? {}, project) }
				: null,
		notices,
	};
}

/** A text that is to become the content of the user's or the project's file; `path`: the setting that is changed. */
type Draft = {
	readonly origin: 'user' | 'project';
	readonly file: string;
	readonly text: string;
	readonly path: readonly string[];
};

async function withDraft(
	found: Promise<readonly string[]>,
	origin: Draft['origin'],
	draft: Draft | undefined,
): Promise<readonly string[]> {
	const files = await found;
	return draft?.origin !== origin || files.includes(draft.file) ? files : [draft.file, ...files];
}

type Inspected = Awaited<ReturnType<typeof inspectConfig>> & Source;

async function inspectIfThere(
	file: string | null,
	origin: Draft['origin'],
	draft: Draft | undefined,
): Promise<Inspected | null> {
	if (file === null) return null;
	return { ...(await inspectConfig(file, draft?.origin === origin ? draft.text : undefined)), origin };
}

/**
 * The user's file without a `ui.theme` that is not there any more, which would keep every later run from starting:
 * an imported one may be deleted or damaged. What is nearly a built-in name is a mistake.
 */
function withoutGoneTheme(
	user: Inspected | null,
	{ themes, broken }: Awaited<ReturnType<typeof readImportedThemes>>,
): { readonly user: Inspected | null; readonly gone: string | null } {
	const { theme, ...ui } = user?.content.ui ?? {};
	if (user === null || theme === undefined || !THEME_NAME.test(theme)) return { user, gone: null };
	const isThere = themeNames.includes(theme) || themes.has(theme) || Object.hasOwn(user.content.themes ?? {}, theme);
	const isDamaged = broken.some((file) => basename(file) === `${theme}.json`);
	if (isThere || (!isDamaged && nearest(theme, themeNames) !== null)) return { user, gone: null };
	return {
		user: { ...user, content: { ...user.content, ui } },
		gone: messages.themeGone(user.placeOf(['ui', 'theme']), theme),
	};
}

/** Mistakes in a file. An agent or a rule alone is only in a draft: a run says so where it needs them. */
async function problemsOf(
	file: Inspected,
	settings: Settings,
	paths: Paths,
	isDraft: boolean,
): Promise<readonly string[]> {
	const { content, problems, placeOf } = file;
	const wrong = [...problems, ...themeProblems(settings.themes, content, placeOf)];
	if (wrong.length === 0 && !isDraft) return [];
	const rules = rulesOf(mergeConfig(defaultSettings, content, file)).flatMap((rule) => {
		const parsed = parseRule(rule.text, rule.decision, rule.origin);
		return parsed.ok ? [] : [badRule(rule.place, rule.text, parsed.failure.message)];
	});
	return [...(await unknownAgents(file, settings, paths)), ...wrong, ...rules];
}

async function unknownAgents(
	{ content, placeOf }: Inspected,
	settings: Settings,
	paths: Paths,
): Promise<readonly string[]> {
	const { agent } = content;
	if (agent === undefined) return [];
	const { loadKnownAgents } = await import('../agents/load-known-agents.js');
	const { agents } = await loadKnownAgents(settings, { env: {}, paths, cwd: paths.configDir });
	if (findKnownAgent(agent, agents) !== null) return [];
	return [`${placeOf(['agent'])}: ${unknownAgent(agent, 'agent', nearestAgent(agent, agents))}`];
}

/** Lists what is wrong with the themes: one with the name of a built-in theme, a `ui.theme` that nobody defines. */
function themeProblems(
	themes: ReadonlyMap<string, ThemeDefinition>,
	content: ConfigFile,
	placeOf: ReadConfig['placeOf'],
): readonly string[] {
	const taken = Object.keys(content.themes ?? {})
		.filter((name) => themeNames.includes(name))
		.map((name) => `${placeOf(['themes', name])}: ${messages.themeNameTaken(name)}`);
	const wanted = content.ui?.theme;
	const known = [...themeNames, ...themes.keys()];
	if (wanted === undefined || known.includes(wanted)) return taken;
	return [
		...taken,
		`${placeOf(['ui', 'theme'])}: unknown ui.theme ${quote(wanted)} ("acp-tui themes" lists them)${suggestion(wanted, known)}`,
	];
}
