import { defined } from '../../core/defined.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import { bothPlans, isSamePlan } from '../../core/plan/plan-file.js';
import { decide } from '../../core/policy/decide.js';
import type { ActionRequest, Verdict } from '../../core/policy/policy-types.js';
import { plansWritten } from '../../core/session/plan/approved-plan.js';
import { closeFences } from '../../core/text/fences.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import type { ClientContext } from './client-context.js';

/** Adds the file of its plan to a request: the named one, else the last that the agent wrote in this turn. */
export function withPlanFile({ store }: ClientContext, request: PermissionRequest): PermissionRequest {
	const planPath = request.planPath ?? plansWritten(store.getState()).at(-1);
	return { ...request, ...defined({ planPath }) };
}

/** Empty where the request names no readable plan file. */
export async function planFile(client: ClientContext, { planPath }: PermissionRequest): Promise<string> {
	const read = planPath === undefined ? null : await client.ports.files.read(planPath);
	return read?.ok === true ? read.value : '';
}

export function planIn({ rawInput }: ToolCallPatch): string | undefined {
	const text = typeof rawInput === 'object' && rawInput !== null && 'plan' in rawInput ? rawInput.plan : undefined;
	return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Plan of the request, else of its file, else the plan entries; both where they differ: the agent may do either. */
export function planToReview(
	client: ClientContext,
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

/** Fields of a plan approval, in small letters without signs. Any other may be an action that the review hides. */
const PLAN_FIELDS: ReadonlySet<string> = new Set([
	...['plan', 'spec', 'title', 'name', 'summary', 'description', 'overview', 'explanation', 'reason', 'goal'],
	...['steps', 'message', 'planfilepath', 'planfilename', 'planfile', 'planpath', 'allowedprompts'],
	...['specfilepath', 'specfilename', 'specfile', 'specpath'],
]);
const PLAN_FILE = /\.(?:md|markdown|txt)$|[/\\](?:plans|specs)[/\\][^/\\]+$/i;

/** False for a plan that comes with something to run, change or send, which the review would not show. */
export function isPlanAlone(action: ActionRequest, { planPath }: Pick<PermissionRequest, 'planPath'>): boolean {
	const { command, diffs, mcp, host, writes, paths, kind, toolInput } = action;
	if (command !== undefined || diffs.length > 0 || mcp !== undefined) return false;
	if (host !== undefined || writes === true) return false;
	const isPlanFile = paths.every(
		(path) => path.isPlanFile || (path.given === planPath && PLAN_FILE.test(path.given) && kind !== 'think'),
	);
	if (!isPlanFile) return false;
	// The kind says that it only switches a mode, and agents put various things beside the plan.
	if (kind === 'switch_mode' || toolInput === undefined) return true;
	const names = toolInput.fields.map(({ name }) => (name.split('.')[0] ?? '').toLowerCase().replaceAll(/[^a-z]/g, ''));
	return toolInput.omitted === 0 && names.every((name) => PLAN_FIELDS.has(name));
}

/** Verdict of a deny rule. Plan mode's own refusals do not keep a plan from its review. */
export function deniedByRule(client: ClientContext, action: ActionRequest): Verdict | null {
	const rules = client.rules().filter(({ decision }) => decision === 'deny');
	const verdict = decide(action, { mode: 'default', rules });
	return verdict.decision === 'deny' ? verdict : null;
}
