import type { AgentNetwork } from '../agent-network.js';
import type { AgentProfile } from './profile.js';

/** Whether the configured network needs a sandbox: nothing else can restrict it. */
export function takesSandbox({ network = 'open' }: Pick<AgentProfile, 'network'>): boolean {
	return network !== 'open';
}

/** Network of an agent; where none is configured, a shadow asks. Only a sandbox can enforce it. */
export function networkOf({ sandbox, network }: Pick<AgentProfile, 'sandbox' | 'network'>): AgentNetwork {
	if (sandbox !== 'fence' && sandbox !== 'shadow') return 'open';
	return network ?? (sandbox === 'shadow' ? 'ask' : 'open');
}
