import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import {
	addCommand,
	giveServers,
	trust as messages,
	notTrustedYet,
	pinAgents,
	places,
} from '../../config/config-messages.js';
import { findAgentsLock, findMcpFile, findProjectFiles, findUserFiles } from '../../config/find.js';
import { type LoadedConfig, loadConfig } from '../../config/load.js';
import { readMcpFile, readProjectLock } from '../../config/project-files.js';
import { readConfig } from '../../config/read.js';
import { defaultSettings, settingsAsFile, splitProjectConfig } from '../../config/settings.js';
import { isTrusted, type ProjectFile, trust, trustedHash, untrust } from '../../config/trust.js';
import { UsageError } from '../../errors.js';
import type { Style } from '../../style.js';
import { findWorkspace } from '../../workspace.js';
import type { World } from '../../world.js';
import type { ConfigAction } from '../names.js';

type Host = {
	readonly world: World;
	readonly style: Style;
	readonly agree: Agree;
};

export async function runConfig(
	command: { readonly action: Exclude<ConfigAction, 'get' | 'set' | 'unset'>; readonly cwd: string | null },
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
		['user config:', userFile ?? `${configDir}/config.json (none yet)`],
		['project config:', projectFile === null ? places.noProjectConfig : sanitizeLine(projectFile)],
		...servers,
		['state:', stateDir],
		['data:', dataDir],
		['log:', logFile],
	];
	const width = Math.max(...rows.map(([heading]) => heading.length));
	const gap = (heading: string): string => ' '.repeat(width - heading.length + 1);
	return rows.map(([heading, place]) => `${style.heading(heading)}${gap(heading)}${place}\n`).join('');
}

async function show(cwd: string, printing: Printing): Promise<string> {
	const { paths } = printing.world;
	const loaded = await loadConfig(paths, cwd);
	const { pending, settings } = loaded;
	const servers = await projectServers(loaded, cwd, paths);
	const notices = [
		...loaded.notices,
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
	return { rows: [['MCP servers:', places.serversOf(file, names, waitingFile !== null)]], notices };
}

/** Shows a text, then asks; null where nobody can be asked. */
type Agree = (text: string, question: string) => Promise<boolean | null>;

type TrustRequest = {
	readonly project: ProjectFile;
	/** In words that follow "would"; empty when nothing of it needs trust. */
	readonly effects: readonly string[];
	readonly withheld: unknown;
	readonly kind: keyof typeof messages.warnings;
};

type TrustWorld = Pick<World, 'paths' | 'home'>;

/** Asks for trust in each file of the project that needs it, and returns what to print. Throws a UsageError. */
export async function trustProject(
	cwd: string,
	host: { readonly world: TrustWorld; readonly style: Style; readonly agree: Agree },
): Promise<string> {
	const requests = await trustRequests(cwd, host.world);
	if (requests.length === 0) throw new UsageError(messages.noProjectConfig);
	let answer = '';
	for (const request of requests) answer += `${await trustOne(request, host)}\n`;
	return answer;
}

async function trustRequests(cwd: string, world: TrustWorld): Promise<readonly TrustRequest[]> {
	const [configFile] = await findProjectFiles(cwd);
	const [mcpFile, lockFile] = [findMcpFile(cwd), findAgentsLock(cwd)];
	const requests: TrustRequest[] = [];
	if (configFile !== undefined) {
		const project = await readConfig(configFile);
		requests.push({ kind: 'config', project, ...splitProjectConfig(project.content, defaultSettings) });
	}
	if (mcpFile !== null) {
		const project = await readMcpFile(mcpFile);
		const effect = giveServers(
			[...project.definitions].flatMap(([name, { isDisabled }]) => (isDisabled ? [] : [name])),
		);
		const withheld = { mcpServers: Object.fromEntries(project.definitions) };
		requests.push({ kind: 'servers', project, effects: effect === null ? [] : [effect], withheld });
	}
	if (lockFile !== null) {
		const project = await readProjectLock(lockFile);
		const effects = project.pins.size === 0 ? [] : [pinAgents([...project.pins.keys()])];
		requests.push({ kind: 'lock', project, effects, withheld: Object.fromEntries(project.pins) });
	}
	for (const { file, hash, name, text } of await projectCommands(cwd, world)) {
		const project = { file, hash, programs: [] };
		requests.push({ kind: 'commands', project, effects: [addCommand(name)], withheld: text });
	}
	return requests;
}

/** Command files of the project that can be used. */
async function projectCommands(cwd: string, world: TrustWorld) {
	const { createOwnCommands } = await import('../../commands/port.js');
	return (await createOwnCommands({ cwd, world }).list()).flatMap(({ place, file, definition, ...rest }) =>
		file === null || 'problem' in definition || !place.endsWith('project') ? [] : [{ ...rest, file }],
	);
}

/** Shows what would be trusted before it is: the very bytes that were read are what the trust is for. */
async function trustOne(
	{ kind, project, effects, withheld }: TrustRequest,
	{ world, style, agree }: Parameters<typeof trustProject>[1],
): Promise<string> {
	const file = sanitizeLine(project.file);
	if (effects.length === 0) return messages.nothingToTrust(file);
	if (await isTrusted(project, world.paths)) return messages.already(file);
	const shown = [
		style.heading(`${messages.would(file, effects)}:`),
		sanitizeText(typeof withheld === 'string' ? withheld : JSON.stringify(withheld, null, 2)),
		style.warning(messages.warnings[kind]),
	];
	// What is swapped while the question stands is not what was looked at.
	const hash = await trustedHash(project);
	const isAgreed = await agree(`${shown.join('\n')}\n`, messages.question);
	if (isAgreed === null) throw new UsageError(`${messages.would(file, effects)}; ${messages.noTerminal}`);
	if (!isAgreed) return messages.declined;
	await trust(project, world.paths.trustFile, hash);
	return messages.done(file);
}

/** Takes the trust in each file of the project back, and returns what to print. */
async function untrustProject(cwd: string, world: World): Promise<string> {
	const [configFile = null] = await findProjectFiles(cwd);
	const commands = (await projectCommands(cwd, world)).map(({ file }) => file);
	const files = [configFile, findMcpFile(cwd), findAgentsLock(cwd), ...commands].filter((file) => file !== null);
	if (files.length === 0) throw new UsageError(messages.noProjectConfig);
	let answer = '';
	for (const file of files) {
		const isGone = await untrust(file, world.paths.trustFile);
		answer += `${messages.takenBack(sanitizeLine(file), isGone)}\n`;
	}
	return answer;
}
