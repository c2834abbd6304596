import type { SessionState } from '../state.js';

/** The agent has a session: nobody needs the way back to the one before any more. */
export function settleSwitch(state: SessionState): SessionState {
	const { agentList } = state;
	return agentList == null || agentList.before === null
		? state
		: { ...state, agentList: { ...agentList, before: null } };
}
