import { basename, dirname } from 'node:path';
import { parseRule } from '../../core/policy/rules.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isKnownAgent, unknownAgent } from '../agent-choice.js';
import type { Paths } from '../paths.js';
import { quote } from '../usage-error.js';
import { findProjectFile, findShadowedFiles, findUserFile } from './find.js';
import { mergeConfig, ruleTexts } from './merge.js';
import { splitProjectConfig } from './project.js';
import { configError, inspectConfig } from './read.js';
import { themeProblems } from './themes.js';
import { isTrusted } from './trust.js';
import { defaultSettings, type LoadedConfig, type Settings } from './types.js';

/**
 * Reads the user's and the project's config and merges them. Of a project's file that is not
 * trusted only the harmless part applies; what waits is told in `pending`. Throws a UsageError that
 * names everything that is wrong in them, each with its file and place.
 */
export async function loadConfig(paths: Paths, cwd: string): Promise<LoadedConfig> {
	const [userFile, projectFile] = await Promise.all([findUserFile(paths.configDir), findProjectFile(cwd)]);
	const [user, project] = await Promise.all([inspectIfThere(userFile), inspectIfThere(projectFile)]);
	const mistakes: string[] = [];
	const settings = user === null ? defaultSettings : mergeConfig(defaultSettings, user.content, user, 'user');
	if (user !== null) mistakes.push(...problemsOf(user, settings));
	if (project !== null)
		mistakes.push(...problemsOf(project, mergeConfig(settings, project.content, project, 'project')));
	if (mistakes.length > 0) throw configError(mistakes);
	const ignored = await ignoredFiles([userFile, projectFile]);
	if (project === null) return { settings, userFile, projectFile, pending: null, ignored };
	const split = splitProjectConfig(project.content, settings);
	const isWhole = split.effects.length === 0 || (await isTrusted(project, paths.trustFile));
	return {
		settings: mergeConfig(settings, isWhole ? project.content : split.harmless, project, 'project'),
		userFile,
		projectFile,
		pending: isWhole ? null : { file: project.file, effects: split.effects },
		ignored,
	};
}

async function ignoredFiles(files: readonly (string | null)[]): Promise<readonly string[]> {
	const sentences: string[] = [];
	for (const file of files) {
		if (file === null) continue;
		for (const name of await findShadowedFiles(file)) {
			sentences.push(`${name} is ignored: ${basename(file)} beside it is used (${sanitizeLine(dirname(file))})`);
		}
	}
	return sentences;
}

type Inspected = Awaited<ReturnType<typeof inspectConfig>>;

function inspectIfThere(file: string | null): Promise<Inspected | null> {
	return file === null ? Promise.resolve(null) : inspectConfig(file);
}

/** What is wrong in a file. An agent or a rule alone is not: a run says so where it needs them. */
function problemsOf({ content, problems, placeOf }: Inspected, merged: Settings): readonly string[] {
	const wrong = [...problems, ...themeProblems(merged.themes, content, placeOf)];
	if (wrong.length === 0) return [];
	const { agent } = content;
	const unknown =
		agent === undefined || isKnownAgent(agent, merged)
			? []
			: [`${placeOf(['agent'])}: ${unknownAgent(agent, 'agent', merged)}`];
	const rules = (content.permissions === undefined ? [] : ruleTexts(content, placeOf, 'user')).flatMap((rule) => {
		const parsed = parseRule(rule.text, rule.decision, rule.origin);
		return parsed.ok ? [] : [`${rule.place} ${quote(rule.text)}: ${parsed.failure.message}`];
	});
	return [...unknown, ...wrong, ...rules];
}
