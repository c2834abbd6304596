import type { McpDefinitionAt } from '../../core/mcp/definition.js';
import type { McpEntry } from '../../core/mcp/server.js';
import { resolveMcpServers } from '../../services/mcp/resolve.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import { moreServersLeftOut, serverLeftOut, serversNotTrustedYet } from '../config/messages.js';
import type { World } from '../world.js';
import type { McpLists } from './lists.js';

/** Where the servers are used. Paths are absolute. */
export type McpPlace = {
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

/** More sentences than this would hide the prompt. */
const MOST_SENTENCES = 4;

/** What the user should know of their servers before the first prompt: what waits, and what is left out and why. */
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
		...(more > 0 ? [moreServersLeftOut(more)] : []),
	];
}
