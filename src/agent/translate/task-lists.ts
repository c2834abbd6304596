import type { AgentEvent } from '../../core/agent-event.js';
import type { ToolCallPatch } from '../../core/tool-call.js';

/** Makes plans of the lists of tasks that an agent sets by tool calls alone. */
export type TaskLists = {
	/** The agent sends plans itself: those count. */
	sendsPlans(): void;
	/** The plan that a call sets, all that is known of which is given; none before it is done, or for a sub-agent's. */
	planOf(call: ToolCallPatch): AgentEvent[];
};

/** Builds it, for one session. */
export function createTaskLists(): TaskLists {
	let hasPlans = false;
	return {
		sendsPlans() {
			hasPlans = true;
		},
		planOf({ status, parentId, result }) {
			const steps = result?.todos;
			if (hasPlans || steps === undefined || status !== 'completed' || parentId !== undefined) return [];
			return [{ type: 'plan', steps }];
		},
	};
}
