import { waitingText } from '../../../core/agents/installer.js';
import { findKnownAgent } from '../../../core/agents/known-agents.js';
import { readLock } from '../../../services/agents/install/agents-lock-file.js';
import { removeAgent, rollBack } from '../../../services/agents/install/installed-agents.js';
import { consent, installUsage, outcome } from '../../agents/install-messages.js';
import { confirm } from '../../confirm.js';
import { UsageError } from '../../errors.js';
import type { SubcommandHost } from '../../subcommand.js';
import { agentsHere, noSuchAgent } from './find-agent.js';
import { InstallDialogue } from './install-dialogue.js';

type InstalledCommand = { readonly id: string; readonly cwd?: string };

export async function runRollback(command: InstalledCommand, host: SubcommandHost): Promise<number> {
	const dialogue = await InstallDialogue.open(host, {});
	const id = await installedId(command, host, dialogue);
	if (typeof id === 'number') return id;
	const result = await rollBack(id, optionsOf(host, dialogue));
	return dialogue.end(result, (agent) => dialogue.say(outcome.rolledBack(id, agent)));
}

/** Throws a UsageError, also where nobody can be asked and nobody agreed before. */
export async function runRemove(
	command: InstalledCommand & { readonly yes?: true },
	host: SubcommandHost,
): Promise<number> {
	const dialogue = await InstallDialogue.open(host, {});
	const id = await installedId(command, host, dialogue);
	if (typeof id === 'number') return id;
	const agreed =
		command.yes || (await confirm(`Remove ${id} with all its installed versions? (y/N) `, host.stop.signal));
	if (host.stop.signal.aborted) return Number(host.stop.signal.reason);
	if (agreed === null) throw new UsageError('nothing was removed: there is no terminal to ask in. To agree: --yes');
	if (!agreed) {
		dialogue.warn(consent.declined);
		return 2;
	}
	const result = await removeAgent(id, optionsOf(host, dialogue));
	return dialogue.end(result, ({ version }) => dialogue.say(`Removed ${id} ${version}.`));
}

/** The id of an installed agent, also by another name of it; an exit code where the lock cannot be read. */
async function installedId(
	{ id, cwd }: InstalledCommand,
	{ world }: SubcommandHost,
	dialogue: InstallDialogue,
): Promise<string | number> {
	const lock = await readLock(world.paths.dataDir);
	if (!lock.ok) return dialogue.fail(lock.failure);
	if (lock.value.agents.has(id)) return id;
	const {
		known: { agents },
	} = await agentsHere(cwd, world);
	const meant = findKnownAgent(id, agents);
	if (meant === null) throw noSuchAgent(id, agents);
	if (lock.value.agents.has(meant.id)) return meant.id;
	throw new UsageError(installUsage.notInstalled(meant.id, meant.entry !== null));
}

function optionsOf({ world, stop }: SubcommandHost, dialogue: InstallDialogue) {
	return { dataDir: world.paths.dataDir, signal: stop.signal, onWait: () => dialogue.warn(waitingText) };
}
