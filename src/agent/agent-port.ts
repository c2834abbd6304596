import type { AgentPort } from '../core/ports.js';
import type { ConnectDeps } from './connect.js';

/**
 * Builds the port that starts agents. All that speaks the protocol is loaded with the first `connect`: the
 * interface is drawn before.
 */
export function createAgentPort(deps: ConnectDeps): AgentPort {
	return {
		async connect(launch, options, host) {
			const { connectAgent } = await import('./connect.js');
			return connectAgent(deps, launch, options, host);
		},
		async callDetailsOf(call) {
			const { callDetailsOf } = await import('./translate/call-details.js');
			return callDetailsOf(call);
		},
	};
}
