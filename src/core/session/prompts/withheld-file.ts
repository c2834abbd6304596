import { decide } from '../../policy/decide.js';
import { BECAUSE } from '../../policy/policy-messages.js';
import type { ActionRequest, PathFact } from '../../policy/policy-types.js';
import { policyContext } from '../sandbox/held-by.js';
import type { SessionState } from '../state.js';
import { modeFor, type PromptCommand } from './turn-settings.js';

/** Why a file stays out of a prompt; null: it may go. A `command` may be of others: what it brings must be allowed. */
export function whyWithheld(state: SessionState, paths: readonly PathFact[], command?: PromptCommand): string | null {
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
