import type { LockedAgent } from '../../../core/agents/agents-lock.js';
import { planInstall } from '../../../core/agents/install-plan.js';
import { findKnownAgent } from '../../../core/agents/known-agents.js';
import { type IndexChanges, indexChanges } from '../../../core/agents/publisher-changes.js';
import type { Result } from '../../../core/failure.js';
import { counted } from '../../../core/text/counted.js';
import { readInstalled } from '../../../services/agents/install/agents-lock-file.js';
import { withArchiveAddresses } from '../../../services/agents/registry/archive-addresses.js';
import { knownIndex, PUBLISHED_INDEX, storeIndex } from '../../../services/agents/registry/known-index.js';
import { machineTarget } from '../../../services/agents/registry/machine-target.js';
import { type NamedIndex, readIndex } from '../../../services/agents/registry/read-index.js';
import { shownAddress } from '../../../services/agents/registry/shown-address.js';
import {
	changeLine,
	consent,
	indexChangeLines,
	installUsage,
	outcome,
	planChangeLines,
} from '../../agents/install-messages.js';
import { openInstaller } from '../../agents/installer.js';
import { planText } from '../../agents/plan-text.js';
import { loadConfig } from '../../config/load-config.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import type { SubcommandHost } from '../../subcommand.js';
import { agentsHere } from './find-agent.js';
import { type Agreed, InstallDialogue } from './install-dialogue.js';

/** Without an `id` for the index alone. */
type UpdateCommand = Agreed & { readonly id?: string; readonly from?: string; readonly cwd?: string };

export async function runUpdate(command: UpdateCommand, host: SubcommandHost): Promise<number> {
	const dialogue = await InstallDialogue.open(host, command);
	const installed = command.id === undefined ? null : await installedAgent(command.id, command, host, dialogue);
	if (typeof installed === 'number') return installed;
	const { world, stop } = host;
	const read = await readIndex(command.from ?? PUBLISHED_INDEX, {
		cwd: world.cwd,
		env: world.env,
		signal: stop.signal,
	});
	if (!read.ok) return dialogue.fail(read.failure);
	const known = await knownIndex(world.paths.dataDir);
	const index = withArchiveAddresses(read.value.index, read.value.from);
	const changes = indexChanges(withArchiveAddresses(known.index, known.base), index, machineTarget());
	const newer = { ...read.value, index };
	if (installed !== null) return updateAgent(installed, { command, host, dialogue, changes, newer });
	const lines = indexChangeLines({ ...changes, publishers: [] });
	dialogue.say(lines.length === 0 ? 'The index has not changed.' : lines.join('\n'));
	for (const { id: skipped, reason } of index.skipped) dialogue.warn(outcome.skipped(skipped, reason));
	if (!(await acceptsPublishers(changes, dialogue))) return refused(host);
	return store(newer, host, dialogue);
}

type Installed = { readonly id: string; readonly current: LockedAgent };

type AgentUpdate = {
	readonly command: UpdateCommand;
	readonly host: SubcommandHost;
	readonly dialogue: InstallDialogue;
	readonly changes: IndexChanges;
	readonly newer: NamedIndex;
};

async function updateAgent(
	{ id, current }: Installed,
	{ command, host, dialogue, changes, newer }: AgentUpdate,
): Promise<number> {
	const { world } = host;
	const entry = newer.index.entries.get(id);
	if (entry === undefined) {
		dialogue.say(`${id} is no longer in the index; ${current.version} stays installed as it is.`);
		return 0;
	}
	const plan = planInstall(entry, { target: machineTarget(), broken: newer.index.quarantine.get(id) ?? null });
	if (entry.version !== current.version) {
		dialogue.say(planChangeLines(current, plan).join('\n'));
		dialogue.say(planText(plan, { description: entry.description, aliases: [], style: dialogue.style, isAsked: true }));
		if (plan.target !== null && !(await dialogue.agrees(consent.update(current.version, entry.version)))) {
			return refused(host);
		}
	}
	const workspace = await findWorkspace(command.cwd, world.cwd);
	const { settings } = await loadConfig(world.paths, workspace);
	const { additionalDirectories } = settings;
	const { installer, close } = await openInstaller(world, { workspace, additionalDirectories });
	try {
		const request = {
			plan,
			source: shownAddress(newer.from),
			base: newer.from,
			expectedIntegrity: null,
			isVersionChosen: false,
		};
		const code = await dialogue.install(id, installer, request);
		if (code !== 0) return code;
	} finally {
		close();
	}
	// This agent's change of publisher was asked about with its plan.
	const others = { ...changes, publishers: changes.publishers.filter((change) => change.id !== id) };
	if (others.publishers.length > 0 && command.acceptChanges !== true) {
		dialogue.warn(outcome.indexNotStored);
		return 0;
	}
	return store(newer, host, dialogue);
}

async function acceptsPublishers({ publishers }: IndexChanges, dialogue: InstallDialogue): Promise<boolean> {
	if (publishers.length === 0) return true;
	const lines = publishers.flatMap(({ id, changes }) => changes.map((change) => `${id}: ${changeLine(change)}`));
	return dialogue.acceptsChanges(
		'Publishers have changed:',
		lines,
		'Use this index although publishers have changed? (y/N) ',
	);
}

async function store(newer: NamedIndex, { world }: SubcommandHost, dialogue: InstallDialogue): Promise<number> {
	const stored = await storeIndex(world.paths.dataDir, newer, new Date()).then(
		(): Result<void> => ({ ok: true, value: undefined }),
		(error: unknown): Result<void> => ({ ok: false, failure: outcome.notStored(error) }),
	);
	return dialogue.end(stored, () =>
		dialogue.say(`The index of ${counted(newer.index.entries.size, 'agent')} is in use now.`),
	);
}

function refused({ stop }: SubcommandHost): number {
	return stop.signal.aborted ? Number(stop.signal.reason) : 2;
}

/** The agent of this name as it is installed, before anything is fetched; an exit code where the lock cannot be read. */
async function installedAgent(
	name: string,
	{ cwd }: UpdateCommand,
	{ world }: SubcommandHost,
	dialogue: InstallDialogue,
): Promise<Installed | number> {
	const {
		known: { agents },
	} = await agentsHere(cwd, world);
	const known = findKnownAgent(name, agents);
	const id = known?.id ?? name;
	const installed = await readInstalled(world.paths.dataDir);
	if (!installed.ok) return dialogue.fail(installed.failure);
	const current = installed.value.get(id)?.locked;
	if (current === undefined) throw new UsageError(installUsage.notInstalled(id, known?.entry != null));
	return { id, current };
}
