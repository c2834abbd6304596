import { networkOf } from '../../core/agents/network-of.js';
import type { SessionState } from '../../core/session/state.js';
import { HOLDER } from './pickers-messages.js';

/** Names what holds the agent to the mode, in a line that stands where the rules do. */
export function holderText({ sandbox: { agent, enforcement }, mode, connection, profile }: SessionState): string {
	if (agent === 'watch' || agent === 'off') return HOLDER[agent];
	const isComing = connection.phase === 'starting' || connection.phase === 'opening';
	if (isComing || enforcement === 'pending') return HOLDER.pending;
	if (enforcement === 'watched') return HOLDER.failed;
	const held = agent === 'fence' && mode.mode === 'plan' ? HOLDER.fenceInPlan : HOLDER[agent];
	return `${held}${HOLDER.network[networkOf(profile)]}`;
}
