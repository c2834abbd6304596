import type { CommandSandbox } from '../core/sandbox/sandbox.js';
import { UsageError } from './usage-error.js';

/** Holds a run to `sandbox: require`. Throws a UsageError with the reason where commands cannot run in sandboxes. */
export async function checkCommandSandbox(setting: CommandSandbox): Promise<void> {
	if (setting !== 'require') return;
	const { commandSandboxProblem } = await import('../services/sandbox/commands/command-sandbox.js');
	const problem = await commandSandboxProblem();
	if (problem !== null) throw new UsageError(`${problem.message} ${problem.hint ?? ''}`.trimEnd());
}
