import type { AgentQuirks } from '../agent-info.js';

/** An agent without known deviations. */
export const noQuirks: AgentQuirks = {
	neverAsks: false,
	noExitPlanRequest: false,
	acceptEditsOptionIds: [],
	reviewEditsOptionIds: [],
	modesAreNotPermissions: false,
	modeNames: { plan: '', asking: [], lets: {} },
};
