import type { SessionState } from '../state.js';

/** With a session of the new agent the way back to the one before ends. */
export function settleSwitch(state: SessionState): SessionState {
	const { agentList } = state;
	return agentList == null || agentList.before === null
		? state
		: { ...state, agentList: { ...agentList, before: null } };
}
