import { type KnownAgent as CatalogueAgent, findAgent } from '../../agent/catalogue.js';
import type { AgentLaunch } from '../../core/agent-info.js';
import { findKnownAgent, type KnownAgent, nearestAgent } from '../../core/agents/known-agents.js';
import { planInstall } from '../../core/agents/plan.js';
import { launchOf, readInstalled } from '../../services/agents/install/lock-file.js';
import { machineTarget } from '../../services/agents/registry/target.js';
import { findProgram } from '../../services/programs/find-program.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import type { Settings } from '../config/settings.js';
import * as messages from '../messages.js';
import { UsageError } from '../usage-error.js';
import type { World } from '../world.js';

/** Where an agent is looked for. */
export type ResolveContext = {
	readonly workspace: string;
	readonly settings: Pick<Settings, 'agents' | 'additionalDirectories'>;
	readonly world: Pick<World, 'env' | 'home' | 'paths' | 'cwd' | 'node'>;
};

/** How an agent is started; `missing` is the sentence that says that it is not on this machine, and how to get it. */
export type ResolvedAgent = { readonly launch: AgentLaunch; readonly missing: string | null };

/**
 * How to start an agent that the config does not define: the one that this program installed, else the one on the
 * PATH, in `~/.local/bin` or in npm's global folder. Nothing is fetched and nothing is started. Throws a UsageError
 * when no agent has the name; `place` is where it was written.
 */
export async function resolveAgent(name: string, place: string, context: ResolveContext): Promise<ResolvedAgent> {
	const row = findAgent(name);
	const ours = await installedHere(row?.registryId ?? row?.name ?? name, context.world);
	if (ours !== null) return { launch: { name: row?.name ?? name, ...ours }, missing: null };
	if (row !== undefined && (await isOnPath(row, context))) {
		return { launch: { name: row.name, command: row.command, args: row.args, env: {} }, missing: null };
	}
	// What follows reads the whole index, which the usual start need not wait for.
	const [{ loadKnownAgents }, { discover }] = await Promise.all([import('./known.js'), import('./found.js')]);
	const { agents } = await loadKnownAgents(context.settings, context.world);
	const agent = findKnownAgent(name, agents);
	if (agent === null) throw new UsageError(messages.unknownAgent(name, place, nearestAgent(name, agents)));
	const found = (await discover([agent], context)).get(agent.id);
	const launch = { ...startOf(agent), name: agent.catalogue?.name ?? agent.id };
	if (found !== undefined) return { launch: { ...launch, command: found.path }, missing: null };
	const install = agent.entry === null ? (agent.catalogue?.install ?? null) : `acp-tui agents install ${agent.id}`;
	return {
		launch: install === null ? launch : { ...launch, installedBy: install },
		missing: messages.notInstalled(agent.name, install),
	};
}

/** The start of what this program installed; null where it did not. Throws a UsageError when its lock is damaged. */
async function installedHere(
	id: string,
	{ paths, node }: Pick<World, 'paths' | 'node'>,
): Promise<Pick<AgentLaunch, 'command' | 'args' | 'env'> | null> {
	const installed = await readInstalled(paths.dataDir);
	if (!installed.ok) throw new UsageError(installed.failure.message.replace(/\.$/, ''));
	const found = installed.value.get(id);
	return found?.isThere === true ? launchOf(found, node) : null;
}

/** A file that a repository brought counts, too: starting the agent says then why it is not taken. */
async function isOnPath({ command }: CatalogueAgent, { workspace, settings, world }: ResolveContext): Promise<boolean> {
	const { additionalDirectories } = settings;
	const folders = await repositoryFolders({ workspace, additionalDirectories, home: world.home });
	return (await findProgram(command, { folders, env: world.env, cwd: workspace })).type !== 'missing';
}

/** The command and its arguments, by our own list, else as the registry's entry says. */
function startOf({ catalogue, entry }: KnownAgent): Omit<AgentLaunch, 'name'> {
	if (catalogue !== null) return { command: catalogue.command, args: catalogue.args, env: {} };
	if (entry === null) return { command: '', args: [], env: {} };
	const { command, args, env } = planInstall(entry, { target: machineTarget(), broken: null });
	return { command: command.split(/[\\/]/).at(-1) ?? '', args, env };
}
