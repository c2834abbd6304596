import { defined } from '../../core/defined.js';
import type { PermissionOption } from '../../core/policy/types.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { objectOf, textOf } from '../json.js';
import type { Quirks } from '../quirks.js';

/** Whether a permission request asks to leave plan mode, with the plan or where it is written. */
export type PlanApproval = { readonly isExitPlan: boolean; readonly plan?: string; readonly planPath?: string };

const NO: PlanApproval = { isExitPlan: false };

/**
 * Tells a plan's approval from other requests. Kind `switch_mode` alone does not make one: entering
 * plan mode may be asked under the same kind, so there must be a plan, or an option or a tool known
 * to approve one.
 */
export function planApprovalOf(
	patch: ToolCallPatch,
	options: readonly PermissionOption[],
	quirks: Quirks,
): PlanApproval {
	if (quirks.plansByTitle && patch.kind === 'other') {
		const path = /^Requesting plan approval for: (\/.+)$/.exec(patch.title ?? '')?.[1];
		return path === undefined ? NO : { isExitPlan: true, planPath: path };
	}
	if (patch.kind !== 'switch_mode' || isEntering(patch)) return NO;
	const input = objectOf(patch.rawInput);
	const plan = textOf(input['plan']) ?? contentText(patch);
	const planPath = textOf(input['planFilePath']) ?? textOf(input['plan_path']) ?? textOf(input['planPath']);
	const knownIds = [...quirks.acceptEditsOptionIds, ...quirks.reviewEditsOptionIds];
	const isKnown = /exit_?plan/i.test(patch.name ?? '') || options.some(({ id }) => knownIds.includes(id));
	if (plan === undefined && planPath === undefined && !isKnown) return NO;
	return {
		isExitPlan: true,
		...defined({ plan, planPath }),
	};
}

function isEntering(patch: ToolCallPatch): boolean {
	const input = objectOf(patch.rawInput);
	return /enter_?plan/i.test(patch.name ?? '') || [input['mode'], input['modeId'], input['mode_id']].includes('plan');
}

function contentText(patch: ToolCallPatch): string | undefined {
	const texts = (patch.content ?? []).flatMap((item) =>
		item.type === 'content' && item.block.type === 'text' ? [item.block.text] : [],
	);
	return textOf(texts.join('\n'));
}
