import { brokenReason } from '../../../core/agents/agent-listing.js';
import type { PinnedVersion } from '../../../core/agents/agents-lock.js';
import { type InstallPlan, mayLieElsewhere, otherPlans, planInstall } from '../../../core/agents/install-plan.js';
import type { KnownAgent } from '../../../core/agents/known-agents.js';
import { entryAtVersion, entryForPin, isOfOtherPlatform } from '../../../core/agents/project-pin.js';
import { type DistributionKind, kindsOf, type RegistryEntry } from '../../../core/agents/registry.js';
import { defined } from '../../../core/defined.js';
import { readInstalled } from '../../../services/agents/install/agents-lock-file.js';
import { machineTarget } from '../../../services/agents/registry/machine-target.js';
import { shownAddress } from '../../../services/agents/registry/shown-address.js';
import { missingProgram } from '../../agents/find-agents.js';
import { consent, installUsage } from '../../agents/install-messages.js';
import { openInstaller } from '../../agents/installer.js';
import type { Known } from '../../agents/load-known-agents.js';
import { planText } from '../../agents/plan-text.js';
import { projectPin } from '../../agents/resolve-agent.js';
import { UsageError } from '../../errors.js';
import { quote } from '../../quote-value.js';
import type { SubcommandHost } from '../../subcommand.js';
import { agentsHere, findAgentNamed } from './find-agent.js';
import { type Agreed, InstallDialogue } from './install-dialogue.js';

type InstallCommand = Agreed & {
	readonly id: string;
	readonly agentVersion?: string;
	/** Of several kinds of distribution this one; left out: the preferred one, and another where that cannot be fetched. */
	readonly kind?: DistributionKind;
	readonly from?: string;
	readonly cwd?: string;
};

export async function runInstall(command: InstallCommand, host: SubcommandHost): Promise<number> {
	const { world } = host;
	const { kind, agentVersion: version } = command;
	const { workspace, settings, known } = await agentsHere(command.cwd, world, command.from);
	const agent = findAgentToInstall(command.id, known);
	const dialogue = await InstallDialogue.open(host, command);
	const { pin, notice } = await projectPin(agent.entry.id, { workspace, paths: world.paths });
	if (notice !== null) dialogue.warn(notice);
	const indexed = agent.entry;
	const entry = pin === null ? wantedEntry(indexed, version) : pinnedEntry(indexed, pin, version);
	if (kind !== undefined && entry.distribution[kind] === null) {
		throw new UsageError(installUsage.noKind(entry.id, kind, kindsOf(entry)));
	}
	const machine = { target: machineTarget(), broken: brokenReason(agent, known.index) };
	const plan = planInstall(entry, { ...machine, ...defined({ kind }) });
	const missing = await missingProgram(agent, { workspace, world });
	const look = { description: entry.description, aliases: agent.aliases, style: dialogue.style, isAsked: true };
	const installed = await readInstalled(world.paths.dataDir);
	if (!installed.ok) return dialogue.fail(installed.failure);
	const present = installed.value.get(plan.id);
	const isPresent = present?.isThere === true && present.locked.version === plan.version;
	if (!isPresent) {
		dialogue.say(planText(plan, look));
		if (missing !== null) dialogue.say(`${dialogue.style.warning(missing)}\n`);
		if (plan.target !== null && !(await dialogue.agrees(questionFor(plan, present?.locked.version)))) {
			return host.stop.signal.aborted ? Number(host.stop.signal.reason) : 2;
		}
	}
	const { additionalDirectories } = settings;
	const { installer, close } = await openInstaller(world, { workspace, additionalDirectories });
	try {
		const source = known.base === null ? 'registry' : shownAddress(known.base);
		const expectedIntegrity = pin === null || isOfOtherPlatform(pin, indexed, machineTarget()) ? null : pin.integrity;
		const isVersionChosen = pin !== null || version !== undefined;
		const request = { plan, source, base: known.base, expectedIntegrity, isVersionChosen };
		let result = await dialogue.attempt(plan.id, installer, request);
		const isOpen = kind === undefined && pin === null && plan.target !== null;
		for (const other of isOpen ? otherPlans(entry, plan, machine) : []) {
			if (result.ok || !mayLieElsewhere(result.failure) || host.stop.signal.aborted) break;
			dialogue.warn(consent.otherKind(result.failure.message, other));
			dialogue.say(planText(other, look));
			if (!(await dialogue.agrees(consent.install))) return 2;
			result = await dialogue.attempt(other.id, installer, { ...request, plan: other });
		}
		const code = await dialogue.report(plan.id, result);
		if (result.ok && missing !== null) dialogue.warn(missing);
		return code;
	} finally {
		close();
	}
}

function questionFor({ version }: InstallPlan, before: string | undefined): string {
	return before === undefined || before === version ? consent.install : consent.update(before, version);
}

/** The agent that is meant, with its entry in the index. Throws a UsageError where there is none. */
function findAgentToInstall(name: string, known: Known): KnownAgent & { readonly entry: RegistryEntry } {
	const agent = findAgentNamed(name, known);
	if (agent.source === 'bundled') throw new UsageError(`${agent.id} comes with acp-tui; there is nothing to install`);
	const { entry } = agent;
	if (entry === null) throw new UsageError(installUsage.notInIndex(agent.id, agent.catalogue?.install ?? null));
	return { ...agent, entry };
}

function wantedEntry(entry: RegistryEntry, version: string | undefined): RegistryEntry {
	const wanted = version === undefined ? entry : entryAtVersion(entry, version);
	if (wanted === null)
		throw new UsageError(
			`${entry.id} ${quote(version ?? '')}: there is no such version; the index has ${entry.version}`,
		);
	return wanted;
}

/** Entry that the project's lock asks for, which wins over the index. Throws a UsageError where that cannot be had. */
function pinnedEntry(entry: RegistryEntry, pin: PinnedVersion, version: string | undefined): RegistryEntry {
	if (version !== undefined && version !== pin.version) {
		throw new UsageError(`this project’s agents.lock.json wants ${entry.id} ${pin.version}; leave out --version`);
	}
	const pinned = entryForPin(entry, pin);
	if (pinned === null) throw new UsageError(installUsage.notAsPinned(entry.id, `${pin.kind} ${pin.location}`));
	return pinned;
}
