import { decide } from '../../policy/decide.js';
import { BECAUSE } from '../../policy/policy-messages.js';
import type { ActionRequest, PathFact } from '../../policy/types.js';
import { policyContext } from '../sandbox/held-by.js';
import type { SessionState } from '../state.js';
import { modeFor, type PromptCommand } from './turn-settings.js';

/**
 * Why a file stays out of a prompt that would bring it; null where it may go. `command`: a command of the user's brings
 * it, in a text that somebody else may have written, so nothing goes that is not allowed. What the user names is no
 * question, but a rule that denies reading named files holds for it too.
 */
export function keptOut(state: SessionState, paths: readonly PathFact[], command?: PromptCommand): string | null {
	if (paths.some(({ real }) => real === null)) return BECAUSE.unresolvedPath;
	const request: ActionRequest = { source: 'fs-read', kind: 'read', title: '', paths, diffs: [] };
	if (command !== undefined) {
		const verdict = decide(request, policyContext(state, modeFor(state.mode.mode, command)));
		return verdict.decision === 'allow' ? null : verdict.because;
	}
	const rules = state.rules.filter(({ decision, matcher }) => decision === 'deny' && matcher.type === 'path');
	const verdict = decide(request, { mode: state.mode.mode, rules });
	return verdict.decision === 'deny' ? verdict.because : null;
}
