import type { AgentEvent } from '../../core/agent-event.js';
import type { ToolCallPatch } from '../../core/tool-call.js';

export type TaskLists = {
	/** Plans that the agent sends itself take precedence. */
	sendsPlans(): void;
	/** None before the call is done, or for a sub-agent's call. */
	planOf(call: ToolCallPatch): AgentEvent[];
};

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
