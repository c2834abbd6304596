import { resolve } from 'node:path';
import type { McpDefinition, McpDefinitionAt, McpMistake } from '../../core/mcp/mcp-definition.js';
import type { McpEntry, McpSource } from '../../core/mcp/server.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { resolveMcpServers } from '../../services/mcp/resolve-servers.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import type { RunOptions } from '../command.js';
import { serverLeftOut, serversNotTrustedYet } from '../config/config-messages.js';
import { isTrusted } from '../config/config-trust.js';
import type { McpServerSetting } from '../config/config-values.js';
import { findMcpFile } from '../config/find-config.js';
import { type LoadedConfig, loadConfig } from '../config/load-config.js';
import { readMcpFile } from '../config/project-files.js';
import { UsageError } from '../errors.js';
import type { Paths } from '../paths.js';
import type { World } from '../world.js';

type McpLists = {
	/** Of `--mcp-config`, the config and the project: of each name the one that counts, in this order. */
	readonly shared: readonly McpDefinitionAt[];
	/** Of single agents, by the agent's name in the config. */
	readonly own: ReadonlyMap<string, readonly McpDefinitionAt[]>;
	/** Entries of the project's list that are no servers. */
	readonly mistakes: readonly McpMistake[];
	/** The project's list, where it waits for trust. */
	readonly waitingFile: string | null;
	readonly notices: readonly string[];
};

/**
 * Gathers the lists. `optionFiles` are those of `--mcp-config`, of which the last counts most; they are the user's own
 * word. Throws a UsageError for one of those that is wrong; a project's list that is wrong is left out with a notice.
 */
export async function loadMcpLists(
	{ settings, pending }: Pick<LoadedConfig, 'settings' | 'pending'>,
	{ cwd, paths, optionFiles }: { readonly cwd: string; readonly paths: Paths; readonly optionFiles: readonly string[] },
): Promise<McpLists> {
	const [options, { definitions, ...project }] = await Promise.all([
		Promise.all(optionFiles.map(readOptionFile)),
		loadProject(cwd, paths),
	]);
	const ofConfig = fromSettings(settings.mcpServers, false);
	const waiting = fromSettings(pending?.mcpServers ?? new Map(), true);
	return {
		...project,
		shared: firstOfEach([
			...options.reverse().flat(),
			...ofConfig.filter(({ source }) => source === 'config'),
			...ofConfig.filter(({ source }) => source === 'project'),
			...waiting,
			...definitions,
		]),
		own: new Map(
			[...settings.agents].flatMap(([name, { mcpServers }]) =>
				mcpServers === undefined ? [] : [[name, fromSettings(mcpServers, false, 'agent')]],
			),
		),
	};
}

/** Servers of this agent, of each name the one that counts: the option's, its own, the config's, the project's. */
export function definitionsFor({ shared, own }: McpLists, agent: string): readonly McpDefinitionAt[] {
	const isOption = ({ source }: McpDefinitionAt): boolean => source === 'option';
	return firstOfEach([...shared.filter(isOption), ...(own.get(agent) ?? []), ...shared]);
}

function firstOfEach(definitions: readonly McpDefinitionAt[]): readonly McpDefinitionAt[] {
	const byName = new Map<string, McpDefinitionAt>();
	for (const each of definitions) if (!byName.has(each.name)) byName.set(each.name, each);
	return [...byName.values()];
}

async function readOptionFile(file: string): Promise<readonly McpDefinitionAt[]> {
	const { definitions, mistakes } = await readMcpFile(file);
	const [mistake] = mistakes;
	if (mistake !== undefined) throw new UsageError(`${file}: mcpServers.${mistake.name}: ${mistake.why}`);
	return listed(definitions, { source: 'option', file, isWaiting: false });
}

async function loadProject(
	cwd: string,
	paths: Paths,
): Promise<
	Pick<McpLists, 'mistakes' | 'waitingFile' | 'notices'> & { readonly definitions: readonly McpDefinitionAt[] }
> {
	const nothing = { definitions: [], mistakes: [], waitingFile: null, notices: [] };
	const file = findMcpFile(cwd);
	if (file === null) return nothing;
	try {
		const read = await readMcpFile(file);
		const isWaiting = read.definitions.size > 0 && !(await isTrusted(read, paths));
		return {
			definitions: listed(read.definitions, { source: 'project', file, isWaiting }),
			mistakes: read.mistakes,
			waitingFile: isWaiting ? file : null,
			notices: [],
		};
	} catch (error) {
		// The file is other programs' as well, and a cloned repository's: it does not keep this one from starting.
		if (!(error instanceof UsageError)) throw error;
		return { ...nothing, notices: [`${sanitizeLine(error.message)}; its MCP servers are left out.`] };
	}
}

function listed(
	definitions: ReadonlyMap<string, McpDefinition>,
	at: Pick<McpDefinitionAt, 'source' | 'file' | 'isWaiting'>,
): readonly McpDefinitionAt[] {
	return [...definitions].map(([name, definition]) => ({ name, definition, ...at, hasShortForms: true }));
}

function fromSettings(
	servers: ReadonlyMap<string, McpServerSetting>,
	isWaiting: boolean,
	of?: McpSource,
): readonly McpDefinitionAt[] {
	return [...servers].map(([name, { definition, file, origin }]) => ({
		name,
		definition,
		file,
		source: of ?? (origin === 'project' ? 'project' : 'config'),
		isWaiting,
		hasShortForms: false,
	}));
}

/** Where the servers are used. Paths are absolute. */
type McpPlace = {
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly world: Pick<World, 'env' | 'home'>;
};

export async function mcpEntries(
	definitions: readonly McpDefinitionAt[],
	{ cwd, additionalDirectories, world }: McpPlace,
): Promise<readonly McpEntry[]> {
	if (definitions.length === 0) return [];
	const folders = await repositoryFolders({ workspace: cwd, additionalDirectories, home: world.home });
	return resolveMcpServers(definitions, { env: world.env, repositoryFolders: folders });
}

type McpPlaceNow = {
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly world: Pick<World, 'env' | 'home' | 'paths' | 'cwd'>;
	readonly options: Pick<RunOptions, 'mcpConfig'>;
};

/** Servers of this agent by the files as they are now: some may have been trusted meanwhile. */
export async function mcpEntriesNow(agent: string, place: McpPlaceNow): Promise<readonly McpEntry[]> {
	const { cwd, world, options } = place;
	const lists = await loadMcpLists(await loadConfig(world.paths, cwd), {
		cwd,
		paths: world.paths,
		optionFiles: optionFilesOf(options, world),
	});
	return mcpEntries(definitionsFor(lists, agent), place);
}

export function optionFilesOf(
	{ mcpConfig = [] }: Pick<RunOptions, 'mcpConfig'>,
	{ cwd }: Pick<World, 'cwd'>,
): string[] {
	return mcpConfig.map((file) => resolve(cwd, file));
}

/** More sentences than this would hide the prompt. */
const MOST_SENTENCES = 4;

/** Notices before the first prompt: servers that wait for trust, and those left out with the reason. */
export function mcpNotices(lists: McpLists, entries: readonly McpEntry[], cwd: string): readonly string[] {
	const { waitingFile, mistakes, notices } = lists;
	const waiting = entries.filter(({ state, file }) => state.type === 'waiting' && file === waitingFile);
	const leftOut = [
		...mistakes.map(({ name, why }) => serverLeftOut(name, why)),
		...entries.flatMap(({ name, state }) => (state.type === 'left-out' ? [serverLeftOut(name, state.why)] : [])),
	];
	const more = leftOut.length - MOST_SENTENCES;
	return [
		...notices,
		...(waitingFile === null || waiting.length === 0
			? []
			: [
					serversNotTrustedYet(
						waitingFile,
						waiting.map(({ name }) => name),
						cwd,
					),
				]),
		...leftOut.slice(0, MOST_SENTENCES),
		...(more > 0 ? [`${more} more MCP servers are left out; "acp-tui mcp list" says why.`] : []),
	];
}
