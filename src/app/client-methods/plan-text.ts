import { defined } from '../../core/defined.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import { bothPlans, isSamePlan } from '../../core/plan/plan-file.js';
import { plansWritten } from '../../core/session/plan/approved-plan.js';
import { closeFences } from '../../core/text/fences.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import type { Client } from './client.js';

/** The request with the file of its plan: the one that it names, else the last that the agent wrote in this turn. */
export function withPlanFile({ store }: Client, request: PermissionRequest): PermissionRequest {
	const planPath = request.planPath ?? plansWritten(store.getState()).at(-1);
	return { ...request, ...defined({ planPath }) };
}

/** Empty where the request names no readable plan file. */
export async function planFile(client: Client, { planPath }: PermissionRequest): Promise<string> {
	const read = planPath === undefined ? null : await client.ports.files.read(planPath);
	return read?.ok === true ? read.value : '';
}

export function planIn({ rawInput }: ToolCallPatch): string | undefined {
	const text = typeof rawInput === 'object' && rawInput !== null && 'plan' in rawInput ? rawInput.plan : undefined;
	return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Plan of the request, else of its file, else the plan entries; both where they differ: the agent may do either. */
export function planToReview(
	client: Client,
	{ planPath }: PermissionRequest,
	asked: string | undefined,
	written: string,
): string {
	const plan = asked ?? '';
	if (plan.trim() !== '' && written.trim() !== '' && !isSamePlan(plan, written)) {
		return bothPlans(closeFences(plan), sanitizeLine(planPath ?? ''), written);
	}
	if (plan.trim() !== '') return plan;
	if (written.trim() !== '') return written;
	const steps = client.store.getState().plan ?? [];
	return steps.map((step) => `- [${step.status === 'completed' ? 'x' : ' '}] ${step.text}`).join('\n');
}
