import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { trust as messages, notTrustedYet, places } from '../../config/config-messages.js';
import { isTrusted, trust, trustedHash, untrust } from '../../config/config-trust.js';
import { findAgentsLock, findMcpFile, findProjectFiles, findUserFiles } from '../../config/find-config.js';
import { type LoadedConfig, loadConfig } from '../../config/load-config.js';
import { settingsAsFile } from '../../config/settings.js';
import { confirm } from '../../confirm.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { printText } from '../../output.js';
import { projectCommands, type TrustRequest, type TrustWorld, trustRequests } from '../../settings/trust-requests.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';

type Printing = { readonly world: World; readonly style: Style };

type Request = { readonly cwd?: string };

/** Carries out an action that prints a text about the configuration of a folder. */
const printing =
	(text: (workspace: string, how: Printing) => string | Promise<string>) =>
	async ({ cwd }: Request, { world, stop }: SubcommandHost): Promise<number> => {
		const how = { world, style: await styleFor(process.stdout, world.env) };
		const shown = await text(await findWorkspace(cwd, world.cwd), how);
		return stop.signal.aborted ? Number(stop.signal.reason) : printText(shown);
	};

export const runConfigShow = printing(showConfig);
export const runConfigPath = printing(async (workspace, how) => pathLines(await findFiles(workspace, how.world), how));
export const runConfigSchema = printing(async () => (await import('../../config/config-schema.js')).configJsonSchema());
export const runConfigUntrust = printing((workspace, { world }) => untrustProject(workspace, world));

export function runConfigTrust(request: Request & { readonly yes?: true }, host: SubcommandHost): Promise<number> {
	const agree: Agree = async (shown, question) => {
		if (request.yes) await printText(shown);
		return request.yes ?? confirm(`${shown}\n${question}`, host.stop.signal);
	};
	return printing((workspace, how) => trustProject(workspace, { ...how, agree }))(request, host);
}

async function findFiles(workspace: string, { paths }: World): Promise<Pick<LoadedConfig, 'userFile' | 'projectFile'>> {
	const [[userFile = null], [projectFile = null]] = await Promise.all([
		findUserFiles(paths.configDir),
		findProjectFiles(workspace),
	]);
	return { userFile, projectFile };
}

type PlaceRow = readonly [heading: string, place: string];

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

/** The text of `acp-tui config`. */
export async function showConfig(cwd: string, how: Printing): Promise<string> {
	const { paths } = how.world;
	const loaded = await loadConfig(paths, cwd);
	const { pending, settings } = loaded;
	const servers = await projectServers(loaded, cwd, paths);
	const notices = [
		...loaded.notices,
		...servers.notices,
		...(pending === null ? [] : [notTrustedYet(pending.file, pending.effects, cwd)]),
	];
	const { warning } = how.style;
	return `${pathLines(loaded, how, servers.rows)}${notices.map((notice) => `\n${warning(notice)}\n`).join('')}\n${sanitizeText(JSON.stringify(settingsAsFile(settings), null, 2))}\n`;
}

/** The project's list of MCP servers, where there is one: which servers it has, and whether they wait for trust. */
async function projectServers(
	loaded: LoadedConfig,
	cwd: string,
	paths: World['paths'],
): Promise<{ readonly rows: readonly PlaceRow[]; readonly notices: readonly string[] }> {
	const file = findMcpFile(cwd);
	if (file === null) return { rows: [], notices: [] };
	const { loadMcpLists } = await import('../../mcp/mcp-lists.js');
	const { shared, waitingFile, notices } = await loadMcpLists(loaded, { cwd, paths, optionFiles: [] });
	const names = shared.filter((server) => server.file === file).map(({ name }) => name);
	return { rows: [['MCP servers:', places.serversOf(file, names, waitingFile !== null)]], notices };
}

/** Shows a text, then asks; null where nobody can be asked. */
type Agree = (text: string, question: string) => Promise<boolean | null>;

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
	// A file that changes while the question stands is not the one that the user read.
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
