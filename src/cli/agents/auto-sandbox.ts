import { neverAsks } from '../../agent/writable.js';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentProfile } from '../../core/agents/profile.js';
import { DEFAULT_AGENT_SANDBOX } from '../../core/sandbox/sandbox.js';
import { credentialsName } from '../../core/sign-in/credentials.js';
import { createAskingRecords } from '../../services/state/asking-records.js';
import { createSandboxAnswers } from '../../services/state/sandbox-answers.js';
import type { Paths } from '../paths.js';
import { agentSandboxProblem } from '../require-sandbox.js';

export type AutoSandbox = Pick<AgentProfile, 'sandbox' | 'asksForSandbox' | 'isSandboxAnswered'>;

export const WATCHED: AutoSandbox = { sandbox: DEFAULT_AGENT_SANDBOX };

/**
 * What the user answered at an earlier start, as far as this machine can; else a question where the agent is known not to
 * ask, by the catalogue or by what it did. An agent of a command line is asked about only where somebody said `auto`.
 */
export async function autoSandbox(
	launch: AgentLaunch,
	isSaid: boolean,
	{ paths, workspace }: { readonly paths: Paths; readonly workspace: string },
): Promise<AutoSandbox> {
	if (launch.isBundled === true || (launch.isCommandLine === true && !isSaid)) return WATCHED;
	const answer = await createSandboxAnswers({ file: paths.sandboxAnswersFile }).load(credentialsName(launch));
	if (answer === 'watch') return { ...WATCHED, isSandboxAnswered: true };
	const isDue = answer === 'shadow' || neverAsks(launch) || (await wasSeenNotToAsk(launch, paths));
	// A machine is tried only where it matters.
	if (!isDue || (await agentSandboxProblem(workspace)) !== null) return WATCHED;
	return answer === 'shadow' ? { sandbox: answer, isSandboxAnswered: true } : { ...WATCHED, asksForSandbox: true };
}

async function wasSeenNotToAsk(launch: AgentLaunch, { askingFile }: Paths): Promise<boolean> {
	const { edits, commands } = await createAskingRecords({ file: askingFile }).seen(credentialsName(launch));
	return edits === 'doesNotAsk' || commands === 'doesNotAsk';
}
