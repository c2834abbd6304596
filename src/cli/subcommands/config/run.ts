import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { findProjectFile, findUserFile } from '../../config/find.js';
import { type LoadedConfig, loadConfig } from '../../config/load.js';
import { notTrustedYet, places } from '../../config/messages.js';
import { settingsAsFile } from '../../config/settings.js';
import type { Style } from '../../style.js';
import { findWorkspace } from '../../workspace.js';
import type { World } from '../../world.js';
import type { ConfigAction } from './actions.js';
import { type Agree, trustProject, untrustProject } from './trust.js';

/** What the command works with. */
type Host = {
	readonly world: World;
	readonly style: Style;
	/** Is asked before anything is trusted. */
	readonly agree: Agree;
};

/** Carries out `acp-tui config ACTION` and returns what to print. Throws a UsageError with one sentence. */
export async function runConfig(
	command: { readonly action: ConfigAction; readonly cwd: string | null },
	{ world, style, agree }: Host,
): Promise<string> {
	const workspace = await findWorkspace(command.cwd, world.cwd);
	switch (command.action) {
		case 'show':
			return show(await loadConfig(world.paths, workspace), workspace, { world, style });
		case 'path':
			return pathLines(await findFiles(workspace, world), { world, style });
		case 'schema':
			return (await import('../../config/schema.js')).configJsonSchema();
		case 'trust':
			return trustProject(workspace, { world, style, agree });
		case 'untrust':
			return untrustProject(workspace, world);
	}
}

/** Which files there are, whatever is in them. */
async function findFiles(workspace: string, { paths }: World): Promise<Pick<LoadedConfig, 'userFile' | 'projectFile'>> {
	const [userFile, projectFile] = await Promise.all([findUserFile(paths.configDir), findProjectFile(workspace)]);
	return { userFile, projectFile };
}

type Printing = Pick<Host, 'world' | 'style'>;

function pathLines(
	{ userFile, projectFile }: Pick<LoadedConfig, 'userFile' | 'projectFile'>,
	{ world, style }: Printing,
): string {
	const { configDir, stateDir, dataDir, logFile } = world.paths;
	const rows: readonly (readonly [heading: string, place: string])[] = [
		[places.userConfig, userFile ?? places.noUserConfig(configDir)],
		[places.projectConfig, projectFile === null ? places.noProjectConfig : sanitizeLine(projectFile)],
		[places.state, stateDir],
		[places.data, dataDir],
		[places.log, logFile],
	];
	const width = Math.max(...rows.map(([heading]) => heading.length));
	const gap = (heading: string): string => ' '.repeat(width - heading.length + 1);
	return rows.map(([heading, place]) => `${style.heading(heading)}${gap(heading)}${place}\n`).join('');
}

function show(loaded: LoadedConfig, cwd: string, printing: Printing): string {
	const { ignored, pending, settings } = loaded;
	const notices = [...ignored, ...(pending === null ? [] : [notTrustedYet(pending.file, pending.effects, cwd)])];
	const { warning } = printing.style;
	return `${pathLines(loaded, printing)}${notices.map((notice) => `\n${warning(notice)}\n`).join('')}\n${sanitizeText(JSON.stringify(settingsAsFile(settings), null, 2))}\n`;
}
