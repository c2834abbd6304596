import { parse } from 'node:path';
import type { AgentProfile } from '../core/agents/profile.js';
import type { CommandSandbox } from '../core/sandbox/sandbox.js';
import { noSandboxForRoot, sandboxMissing } from './messages.js';
import { UsageError } from './usage-error.js';

/**
 * Holds a run to `sandbox: require`. Throws a UsageError with the reason where commands cannot run in sandboxes: on this
 * machine, or in this workspace.
 */
export async function checkCommandSandbox(setting: CommandSandbox, workspace: string): Promise<void> {
	if (setting !== 'require') return;
	if (isWholeSystem(workspace)) throw new UsageError(noSandboxForRoot(setting));
	const { commandSandboxProblem } = await import('../services/sandbox/commands/command-sandbox.js');
	const problem = await commandSandboxProblem();
	if (problem !== null) throw new UsageError(`${problem.message} ${problem.hint ?? ''}`.trimEnd());
}

/** Throws a UsageError where the sandbox that an agent is to run in cannot be had: nothing is started without it. */
export async function refuseWithoutSandbox(
	{ sandbox }: Pick<AgentProfile, 'sandbox'>,
	workspace: string,
): Promise<void> {
	if (sandbox !== 'fence' && sandbox !== 'shadow') return;
	if (isWholeSystem(workspace)) throw new UsageError(noSandboxForRoot(sandbox));
	const { probeNamespaces } = await import('../services/sandbox/linux/probe.js');
	const support = await probeNamespaces();
	if (!support.works) throw new UsageError(sandboxMissing(sandbox, support.because));
}

/** A sandbox shows the system read-only: a workspace that is the system could not be changed. */
function isWholeSystem(workspace: string): boolean {
	return workspace === parse(workspace).root;
}
