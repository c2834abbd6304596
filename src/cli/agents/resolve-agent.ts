import { realpath } from 'node:fs/promises';
import { type KnownAgent as CatalogueAgent, findAgent } from '../../agent/catalogue.js';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { PinnedVersion } from '../../core/agents/agents-lock.js';
import { planInstall } from '../../core/agents/install-plan.js';
import { findKnownAgent, type KnownAgent, nearestAgent } from '../../core/agents/known-agents.js';
import { isOfOtherPlatform, pinMismatch } from '../../core/agents/project-pin.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { launchOf, readInstalled } from '../../services/agents/install/agents-lock-file.js';
import { lockFileOf } from '../../services/agents/install/install-layout.js';
import { machineTarget } from '../../services/agents/registry/machine-target.js';
import { findProgram } from '../../services/programs/find-program.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import * as messages from '../command-line-messages.js';
import { notTrustedYet, pinAgents } from '../config/config-messages.js';
import { isTrusted } from '../config/config-trust.js';
import { hashOf, readBytes } from '../config/file-bytes.js';
import { findAgentsLock } from '../config/find-config.js';
import { readProjectLock } from '../config/project-files.js';
import type { Settings } from '../config/settings.js';
import { UsageError } from '../errors.js';
import type { Paths } from '../paths.js';
import type { World } from '../world.js';

export type ResolveContext = {
	readonly workspace: string;
	readonly settings: Pick<Settings, 'agents' | 'additionalDirectories'>;
	readonly world: Pick<World, 'env' | 'home' | 'paths' | 'cwd' | 'node'>;
};

export type ResolvedAgent = {
	readonly launch: AgentLaunch;
	/** Message that the agent is not installed, and how to install it; null where it is. */
	readonly missing: string | null;
	readonly notice?: string;
};

/**
 * Way to start an agent that the config does not define: the one that this program installed, else the one on the
 * PATH, in `~/.local/bin` or in npm's global folder. Nothing is fetched and nothing is started. Throws a UsageError
 * when no agent has the name; `place` is where it was written.
 */
export async function resolveAgent(name: string, place: string, context: ResolveContext): Promise<ResolvedAgent> {
	const row = findAgent(name);
	const id = row?.registryId ?? row?.name ?? name;
	const { pin, notice } = await projectPin(id, { workspace: context.workspace, paths: context.world.paths });
	const ours = await installedHere(id, pin, context);
	const found =
		ours === null
			? await resolveOther(name, place, context)
			: { launch: { name: row?.name ?? name, ...ours, isInstalled: true as const }, missing: null };
	return notice === null ? found : { ...found, notice };
}

async function resolveOther(name: string, place: string, context: ResolveContext): Promise<ResolvedAgent> {
	const row = findAgent(name);
	if (row !== undefined && (await isOnPath(row, context))) {
		return { launch: { name: row.name, command: row.command, args: row.args, env: {} }, missing: null };
	}
	// The rest reads the whole index, which the usual start need not wait for.
	const [{ loadKnownAgents }, { discover }, { embeddedIndex }] = await Promise.all([
		import('./load-known-agents.js'),
		import('./find-agents.js'),
		import('../../services/agents/registry/known-index.js'),
	]);
	const { agents } = await loadKnownAgents(context.settings, context.world);
	const agent = findKnownAgent(name, agents);
	if (agent === null) throw new UsageError(messages.unknownAgent(name, place, nearestAgent(name, agents)));
	const found = (await discover([agent], context)).get(agent.id);
	// Nobody agreed to the arguments of an index that was fetched: they count once the agent is installed from it.
	const entry = (await embeddedIndex()).entries.get(agent.id) ?? agent.entry;
	const launch = { ...startOf({ ...agent, entry }), name: agent.catalogue?.name ?? agent.id };
	if (found !== undefined) return { launch: { ...launch, command: found.path }, missing: null };
	const install = agent.entry === null ? (agent.catalogue?.install ?? null) : `acp-tui agents install ${agent.id}`;
	return {
		launch: install === null ? launch : { ...launch, installedBy: install },
		missing: `${sanitizeLine(agent.name)} is not installed; ${install === null ? 'its documentation says how to get it' : `to install it: ${install}`}`,
	};
}

/** Null where acp-tui did not install it. Throws a UsageError where it does not match its or the project's lock. */
async function installedHere(
	id: string,
	pin: PinnedVersion | null,
	{ settings, world }: ResolveContext,
): Promise<Pick<AgentLaunch, 'command' | 'args' | 'env'> | null> {
	const installed = await readInstalled(world.paths.dataDir);
	if (!installed.ok) throw new UsageError(`${installed.failure.message} ${installed.failure.hint ?? ''}`.trim());
	const found = installed.value.get(id);
	const mismatch = pin === null ? null : pinMismatch(pin, found?.locked ?? null);
	if (pin !== null && mismatch !== null && !(mismatch === 'content' && (await isOtherPlatforms(id, pin)))) {
		throw new UsageError(messages.notAsProjectWants(id, pin.version, found?.locked.version ?? null));
	}
	if (found !== undefined && !found.isThere)
		throw new UsageError(
			`the files of ${id} ${found.locked.version}, which acp-tui installed, are gone. To install it again: acp-tui agents install ${id}`,
		);
	return found === undefined ? null : launchOf(found, world.node);

	async function isOtherPlatforms(agent: string, pinned: PinnedVersion): Promise<boolean> {
		const { loadKnownAgents } = await import('./load-known-agents.js');
		const { index } = await loadKnownAgents(settings, world);
		const entry = index.entries.get(agent);
		return entry !== undefined && isOfOtherPlatform(pinned, entry, machineTarget());
	}
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

type ProjectPin = {
	/** Null where it says nothing, or is not trusted. */
	readonly pin: PinnedVersion | null;
	/** A sentence where the lock waits for trust or is damaged; null where it counts. */
	readonly notice: string | null;
};

/** Looks an agent up in the project's lock. Throws a UsageError when that file is trusted and damaged. */
export async function projectPin(
	id: string,
	{ workspace, paths }: { readonly workspace: string; readonly paths: Paths },
): Promise<ProjectPin> {
	const nothing = { pin: null, notice: null };
	const file = findAgentsLock(workspace);
	// In the data folder itself the file is the program's own lock.
	if (file === null || (await isSame(file, lockFileOf(paths.dataDir)))) return nothing;
	const lock = await readProjectLock(file).catch(async (error: unknown) => {
		// An untrusted lock, such as a cloned repository's, does not keep an agent from starting.
		if (!(error instanceof UsageError) || (await isFileTrusted(file, paths))) throw error;
		return { ignored: `${sanitizeLine(error.message)}; it is ignored.` };
	});
	if ('ignored' in lock) return { pin: null, notice: lock.ignored };
	const pin = lock.pins.get(id);
	if (pin === undefined) return nothing;
	if (await isTrusted(lock, paths)) return { pin, notice: null };
	return { pin: null, notice: notTrustedYet(file, [pinAgents([id])], workspace) };
}

/** Whether the user trusts a file as it is, whatever is in it; one that cannot be read is not trusted. */
async function isFileTrusted(file: string, paths: Paths): Promise<boolean> {
	const bytes = await readBytes(file).catch(() => null);
	return bytes !== null && (await isTrusted({ file, hash: hashOf(bytes), programs: [] }, paths));
}

async function isSame(one: string, other: string): Promise<boolean> {
	const [left, right] = await Promise.all([one, other].map((file) => realpath(file).catch(() => file)));
	return left === right;
}
