import type { AgentPort } from '../core/agent-port.js';
import type { ConnectDeps } from './connect.js';
import type { KnownProcess } from './shared/agent-processes.js';

export type AgentProcesses = Set<KnownProcess>;

/** Starts agents for one session, which share a process where `processes` is given; the protocol is loaded late. */
export function createAgentPort(deps: ConnectDeps, processes: AgentProcesses | null = null): AgentPort {
	const left = new WeakSet<KnownProcess>();
	// A sandbox is made for one session: its process is shared with side questions alone.
	const confined: AgentProcesses = new Set();
	return {
		async connect(launch, options, host) {
			if (processes === null) {
				const { connectAgent } = await import('./connect.js');
				return connectAgent(deps, launch, options, host);
			}
			const { joinProcess } = await import('./shared/agent-processes.js');
			const shared = options.sandbox.kind === 'none' ? processes : confined;
			return joinProcess({ deps, processes: shared, left }, launch, options, host);
		},
		async callDetailsOf(call) {
			const { callDetailsOf } = await import('./translate/call-details.js');
			return callDetailsOf(call);
		},
	};
}
