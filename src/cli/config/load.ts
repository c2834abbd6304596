import type { Paths } from '../paths.js';
import { findProjectFile, findUserFile } from './find.js';
import { mergeConfig } from './merge.js';
import { splitProjectConfig } from './project.js';
import { readConfig } from './read.js';
import { isTrusted } from './trust.js';
import { defaultSettings, type LoadedConfig } from './types.js';

/**
 * Reads the user's and the project's config and merges them. Of a project's file that is not
 * trusted only the harmless part applies; what waits is told in `pending`. Throws a UsageError that
 * names the file and the place when one of them is wrong.
 */
export async function loadConfig(paths: Paths, cwd: string): Promise<LoadedConfig> {
	const [userFile, projectFile] = await Promise.all([findUserFile(paths.configDir), findProjectFile(cwd)]);
	const [user, project] = await Promise.all([readIfThere(userFile), readIfThere(projectFile)]);
	const settings = user === null ? defaultSettings : mergeConfig(defaultSettings, user.content, user, 'user');
	if (project === null) return { settings, userFile, projectFile, pending: null };
	const split = splitProjectConfig(project.content, settings);
	const isWhole = split.effects.length === 0 || (await isTrusted(project, paths.trustFile));
	return {
		settings: mergeConfig(settings, isWhole ? project.content : split.harmless, project, 'project'),
		userFile,
		projectFile,
		pending: isWhole ? null : { file: project.file, effects: split.effects },
	};
}

function readIfThere(file: string | null): Promise<Awaited<ReturnType<typeof readConfig>> | null> {
	return file === null ? Promise.resolve(null) : readConfig(file);
}
