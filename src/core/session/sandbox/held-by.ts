import { networkOf } from '../../agents/network-of.js';
import type { Mode, PolicyContext } from '../../policy/policy-types.js';
import { entryAt } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

const MOST_ENTRIES = 300;

/** Runs the agent's commands, as far as the newest entries show: the agent itself, or else this program; null before the first. */
export function commandRunner({
	entries,
	firstOfAgent = 0,
}: Pick<SessionState, 'entries' | 'firstOfAgent'>): 'agent' | 'here' | null {
	const first = Math.max(firstOfAgent, entries.size - MOST_ENTRIES);
	let runner: 'here' | null = null;
	for (let index = entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind !== 'tool' || entry.call.kind !== 'execute') continue;
		const { status, verdict, terminals } = entry.call;
		const hasRun = status === 'completed' || (status === 'failed' && verdict?.decision !== 'denied');
		if (!hasRun) continue;
		if (!terminals.some(({ ours }) => ours)) return 'agent';
		runner = 'here';
	}
	return runner;
}

export function heldBy(
	{ sandbox, shadow }: Pick<SessionState, 'sandbox' | 'shadow'>,
	mode: Mode,
): PolicyContext['heldBy'] {
	const isPlan = mode === 'plan';
	// In plan mode changes of commands are dropped, if pending changes are set apart.
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
