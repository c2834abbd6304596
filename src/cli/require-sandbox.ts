import { parse } from 'node:path';
import type { AgentProfile } from '../core/agents/profile.js';
import type { AgentSandboxSetting, CommandSandbox, SandboxUnavailable } from '../core/sandbox/sandbox.js';
import { sandboxMissing, WHOLE_SYSTEM } from './command-line-messages.js';
import { UsageError } from './errors.js';

/** Holds a run to `sandbox: require`. Throws a UsageError where commands cannot run in sandboxes. */
export async function checkCommandSandbox(setting: CommandSandbox, workspace: string): Promise<void> {
	if (setting !== 'require') return;
	if (isWholeSystem(workspace)) throw new UsageError(sandboxMissing(setting, WHOLE_SYSTEM));
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
	const because = await agentSandboxProblem(workspace);
	if (because !== null) throw new UsageError(sandboxMissing(sandbox, because));
}

/** Why agents cannot run in sandboxes on this machine, or in this workspace; null where they can. */
export async function agentSandboxProblem(workspace: string): Promise<SandboxUnavailable | null> {
	if (isWholeSystem(workspace)) return WHOLE_SYSTEM;
	const { probeNamespaces } = await import('../services/sandbox/linux/probe-sandbox.js');
	const support = await probeNamespaces();
	return support.works ? null : support.because;
}

/** A sandbox shows the system read-only: a workspace that is the system could not be changed. */
function isWholeSystem(workspace: string): boolean {
	return workspace === parse(workspace).root;
}

/** Begins to load what an agent's sandbox needs, and to find out whether a shadow can be had, while the program loads. */
export function probeEarly(sandbox: AgentSandboxSetting | null | undefined): void {
	if (sandbox === 'fence') void import('../services/sandbox/agents/agent-sandboxes.js');
	if (sandbox !== 'shadow') return;
	void import('../services/sandbox/linux/probe-sandbox.js').then(({ probeNamespaces }) => probeNamespaces());
}
