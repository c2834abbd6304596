import type { PermissionRequest } from '../../core/permission-request.js';
import { decide } from '../../core/policy/decide.js';
import type { ActionRequest, Verdict } from '../../core/policy/types.js';
import type { Client } from './client.js';

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
export function deniedByRule(client: Client, action: ActionRequest): Verdict | null {
	const rules = client.rules().filter(({ decision }) => decision === 'deny');
	const verdict = decide(action, { mode: 'default', rules });
	return verdict.decision === 'deny' ? verdict : null;
}
