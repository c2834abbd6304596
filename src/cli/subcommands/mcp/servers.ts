import type { McpDefinitionAt } from '../../../core/mcp/definition.js';
import type { McpEntry } from '../../../core/mcp/server.js';
import { loadConfig } from '../../config/load.js';
import { mcpEntries, mcpNotices } from '../../mcp/entries.js';
import { loadMcpLists } from '../../mcp/lists.js';
import { findWorkspace } from '../../workspace.js';
import type { World } from '../../world.js';

export type ListedServer = {
	readonly definition: McpDefinitionAt;
	readonly entry: McpEntry;
	/** The agent whose own list names it; null: for all. */
	readonly agent: string | null;
};

export async function listServers(
	cwd: string | null,
	world: World,
): Promise<{
	readonly workspace: string;
	readonly servers: readonly ListedServer[];
	readonly notices: readonly string[];
}> {
	const workspace = await findWorkspace(cwd, world.cwd);
	const loaded = await loadConfig(world.paths, workspace);
	const lists = await loadMcpLists(loaded, { cwd: workspace, paths: world.paths, optionFiles: [] });
	const definitions = [
		...lists.shared.map((definition) => ({ definition, agent: null })),
		...[...lists.own].flatMap(([agent, own]) => own.map((definition) => ({ definition, agent }))),
	];
	const { additionalDirectories } = loaded.settings;
	const entries = await mcpEntries(
		definitions.map(({ definition }) => definition),
		{ cwd: workspace, additionalDirectories, world },
	);
	const servers = definitions.flatMap((listed, index) => {
		const entry = entries[index];
		return entry === undefined ? [] : [{ ...listed, entry }];
	});
	// What is left out stands with its server.
	return { workspace, servers, notices: mcpNotices(lists, [], workspace) };
}
