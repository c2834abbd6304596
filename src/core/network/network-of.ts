import type { AgentProfile } from '../agents/profile.js';
import type { AgentNetwork } from './network.js';

/** Whether it was said that the agent reaches less than this machine: only a sandbox can hold that. */
export function takesSandbox({ network = 'open' }: Pick<AgentProfile, 'network'>): boolean {
	return network !== 'open';
}

/** What an agent is given of the network: where nobody said so, a shadow asks. Only a sandbox can hold it. */
export function networkOf({ sandbox, network }: Pick<AgentProfile, 'sandbox' | 'network'>): AgentNetwork {
	if (sandbox !== 'fence' && sandbox !== 'shadow') return 'open';
	return network ?? (sandbox === 'shadow' ? 'ask' : 'open');
}
