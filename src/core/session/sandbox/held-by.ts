import { networkOf } from '../../network/network-of.js';
import type { Mode, PolicyContext } from '../../policy/types.js';
import type { SessionState } from '../state.js';

/** Sandbox of the agent's own tools in a mode, as far as it is certain now. */
export function heldBy(
	{ sandbox, shadow }: Pick<SessionState, 'sandbox' | 'shadow'>,
	mode: Mode,
): PolicyContext['heldBy'] {
	const isPlan = mode === 'plan';
	// What commands change in plan mode is dropped where what waited before is kept apart.
	if (sandbox.agent === 'shadow') return !isPlan || shadow?.isSetApart === true ? 'shadow' : undefined;
	return sandbox.agent === 'fence' && isPlan && sandbox.enforcement === 'enforced' ? 'fence' : undefined;
}

export function policyContext(
	state: Pick<SessionState, 'sandbox' | 'shadow' | 'rules' | 'profile'>,
	mode: Mode,
): PolicyContext {
	const isNetworkHeld = networkOf(state.profile) !== 'open';
	return { mode, rules: state.rules, heldBy: heldBy(state, mode), isNetworkHeld };
}
