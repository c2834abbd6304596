import type { PermissionRequest } from '../../core/permission-request.js';
import { decide } from '../../core/policy/decide.js';
import type { ActionRequest, Verdict } from '../../core/policy/types.js';
import type { Client } from './client.js';

/** Fields of a plan's approval, without case and signs. Any other may be something to do that the review would not show. */
const PLAN_FIELDS: ReadonlySet<string> = new Set([
	...['plan', 'spec', 'title', 'name', 'summary', 'description', 'overview', 'explanation', 'reason', 'goal'],
	...['steps', 'message', 'planfilepath', 'planfilename', 'planfile', 'planpath', 'allowedprompts'],
	...['specfilepath', 'specfilename', 'specfile', 'specpath'],
]);
const PLAN_FILE = /\.(?:md|markdown|txt)$|[/\\](?:plans|specs)[/\\][^/\\]+$/i;

/** A plan that comes with something to run, to change or to send is that, not a plan: the review would not show it. */
export function isPlanAlone(action: ActionRequest, { planPath }: Pick<PermissionRequest, 'planPath'>): boolean {
	const { command, diffs, mcp, host, writes, paths, kind, toolInput } = action;
	if (command !== undefined || diffs.length > 0 || mcp !== undefined) return false;
	if (host !== undefined || writes === true) return false;
	const isPlanFile = paths.every(
		(path) => path.isPlanFile || (path.given === planPath && PLAN_FILE.test(path.given) && kind !== 'think'),
	);
	if (!isPlanFile) return false;
	// The kind says that it only switches a mode, and agents put different things beside the plan.
	if (kind === 'switch_mode' || toolInput === undefined) return true;
	const names = toolInput.fields.map(({ name }) => (name.split('.')[0] ?? '').toLowerCase().replaceAll(/[^a-z]/g, ''));
	return toolInput.omitted === 0 && names.every((name) => PLAN_FIELDS.has(name));
}

/** The verdict of a deny rule; what plan mode itself refuses is no reason to keep a plan from its review. */
export function deniedByRule(client: Client, action: ActionRequest): Verdict | null {
	const rules = client.rules().filter(({ decision }) => decision === 'deny');
	const verdict = decide(action, { mode: 'default', rules });
	return verdict.decision === 'deny' ? verdict : null;
}
