import { deniedPaths } from '../../policy/denied-paths.js';
import type { ConfinementOptions, WorkspaceAccess } from '../../sandbox/confinement.js';
import type { SessionState } from '../state.js';

/** Whether an agent in a sandbox may change the workspace now: plan mode keeps it as it is. */
export function wantedAccess({ mode }: Pick<SessionState, 'mode'>): WorkspaceAccess {
	return mode.mode === 'plan' ? 'read' : 'write';
}

/** What the sandbox of the session's agent is made of; null: it gets none. */
export function wantedSandbox(state: Pick<SessionState, 'mode' | 'profile' | 'rules'>): ConfinementOptions | null {
	const { sandbox, writable, planFolders, nestsSandboxes } = state.profile;
	if (sandbox !== 'fence' && sandbox !== 'shadow') return null;
	return {
		kind: sandbox,
		access: wantedAccess(state),
		writable,
		planFolders,
		denied: deniedPaths(state.rules),
		...(nestsSandboxes === true ? { nests: true } : {}),
	};
}

/** Whether the agent that runs can go on in the same conversation when it is started again. */
export function isRestartable({ agent, isPrompted }: Pick<SessionState, 'agent' | 'isPrompted'>): boolean {
	return isPrompted !== true || agent?.sessions.load === true || agent?.sessions.resume === true;
}
