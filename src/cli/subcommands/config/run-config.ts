import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { findMcpFile, findProjectFiles, findUserFiles } from '../../config/find.js';
import { type LoadedConfig, loadConfig } from '../../config/load.js';
import { notTrustedYet, places } from '../../config/messages.js';
import { settingsAsFile } from '../../config/settings.js';
import type { Style } from '../../style.js';
import { findWorkspace } from '../../workspace.js';
import type { World } from '../../world.js';
import type { ConfigAction } from '../names.js';
import { type Agree, trustProject, untrustProject } from './trust.js';

type Host = {
	readonly world: World;
	readonly style: Style;
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
			return show(workspace, { world, style });
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

async function findFiles(workspace: string, { paths }: World): Promise<Pick<LoadedConfig, 'userFile' | 'projectFile'>> {
	const [[userFile = null], [projectFile = null]] = await Promise.all([
		findUserFiles(paths.configDir),
		findProjectFiles(workspace),
	]);
	return { userFile, projectFile };
}

type PlaceRow = readonly [heading: string, place: string];

type Printing = Pick<Host, 'world' | 'style'>;

function pathLines(
	{ userFile, projectFile }: Pick<LoadedConfig, 'userFile' | 'projectFile'>,
	{ world, style }: Printing,
	servers: readonly PlaceRow[] = [],
): string {
	const { configDir, stateDir, dataDir, logFile } = world.paths;
	const rows: readonly PlaceRow[] = [
		[places.userConfig, userFile ?? places.noUserConfig(configDir)],
		[places.projectConfig, projectFile === null ? places.noProjectConfig : sanitizeLine(projectFile)],
		...servers,
		[places.state, stateDir],
		[places.data, dataDir],
		[places.log, logFile],
	];
	const width = Math.max(...rows.map(([heading]) => heading.length));
	const gap = (heading: string): string => ' '.repeat(width - heading.length + 1);
	return rows.map(([heading, place]) => `${style.heading(heading)}${gap(heading)}${place}\n`).join('');
}

async function show(cwd: string, printing: Printing): Promise<string> {
	const { paths } = printing.world;
	const loaded = await loadConfig(paths, cwd);
	const { ignored, pending, settings } = loaded;
	const servers = await projectServers(loaded, cwd, paths);
	const notices = [
		...ignored,
		...servers.notices,
		...(pending === null ? [] : [notTrustedYet(pending.file, pending.effects, cwd)]),
	];
	const { warning } = printing.style;
	return `${pathLines(loaded, printing, servers.rows)}${notices.map((notice) => `\n${warning(notice)}\n`).join('')}\n${sanitizeText(JSON.stringify(settingsAsFile(settings), null, 2))}\n`;
}

/** The project's list of MCP servers, where there is one: which servers it has, and whether they wait for trust. */
async function projectServers(
	loaded: LoadedConfig,
	cwd: string,
	paths: World['paths'],
): Promise<{ readonly rows: readonly PlaceRow[]; readonly notices: readonly string[] }> {
	const file = findMcpFile(cwd);
	if (file === null) return { rows: [], notices: [] };
	const { loadMcpLists } = await import('../../mcp/lists.js');
	const { shared, waitingFile, notices } = await loadMcpLists(loaded, { cwd, paths, optionFiles: [] });
	const names = shared.filter((server) => server.file === file).map(({ name }) => name);
	return { rows: [[places.projectServers, places.serversOf(file, names, waitingFile !== null)]], notices };
}
