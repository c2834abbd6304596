import { networkOf } from '../../agents/network-of.js';
import { ownHosts } from '../../agents/profile.js';
import { deniedPaths } from '../../policy/denied-paths.js';
import type { ConfinementChoice, ConfinementOptions, WorkspaceAccess } from '../../sandbox/confinement.js';
import type { AgentSandbox } from '../../sandbox/sandbox.js';
import type { SessionState } from '../state.js';

/** Access of a sandboxed agent to the workspace in a mode: read-only in plan mode. */
export function wantedAccess({ mode }: Pick<SessionState, 'mode'>): WorkspaceAccess {
	return mode.mode === 'plan' ? 'read' : 'write';
}

type HeldAgent = Pick<SessionState, 'profile' | 'rules'>;

export function wantedSandbox(state: HeldAgent & Pick<SessionState, 'mode'>): ConfinementChoice {
	const { planFolders, sandbox } = state.profile;
	const mode = networkOf(state.profile);
	const network = mode === 'open' ? {} : { network: { mode, hosts: ownHosts(state.profile) } };
	return sandboxOf(state, { kind: sandbox, access: wantedAccess(state), planFolders, ...network });
}

/** Read-only sandbox for a sign-in and the like. Its network is open: the browser has to reach it. */
export function readingSandbox(state: HeldAgent): ConfinementChoice {
	const { sandbox } = state.profile;
	// A sign-in changes nothing in the workspace: the fence is enough.
	return sandboxOf(state, { kind: sandbox === 'shadow' ? 'fence' : sandbox, access: 'read', planFolders: [] });
}

function sandboxOf(
	{ profile, rules }: HeldAgent,
	{ kind, ...how }: Pick<ConfinementOptions, 'access' | 'planFolders' | 'network'> & { readonly kind: AgentSandbox },
): ConfinementChoice {
	if (kind !== 'fence' && kind !== 'shadow') return { kind: 'none', because: kind };
	const { launch, writable, nestsSandboxes } = profile;
	const nests = nestsSandboxes === true ? ({ nests: true } as const) : {};
	// A command line with another program is another agent.
	const agent = launch.isCommandLine === true ? [launch.command, ...launch.args].join(' ') : launch.name;
	return { kind, ...how, agent, writable, denied: deniedPaths(rules), ...nests };
}
