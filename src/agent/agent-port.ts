import type { AgentPort } from '../core/ports.js';
import { type ConnectDeps, connectAgent } from './connect.js';

/** Builds the port that starts agents. Nothing of the protocol's library is loaded before the first `connect`. */
export function createAgentPort(deps: ConnectDeps): AgentPort {
	return { connect: (launch, options, host) => connectAgent(deps, launch, options, host) };
}
