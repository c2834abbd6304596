import type { Mode } from '../../core/policy/policy-types.js';
import { agentModeNotImplied, currentAgentMode, looserAgentMode } from '../../core/session/modes/agent-mode.js';
import { agentPlanMode } from '../../core/session/modes/mode.js';
import { modeInForce, ownModeOf } from '../../core/session/modes/own-mode.js';
import { grantWords } from '../../core/session/questions/agent-grants.js';
import { isNotAsking } from '../../core/session/questions/asking.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { muted, type Role, type Span, styled } from '../line.js';
import { lineWidth, targeted } from '../spans.js';
import type { Target } from '../target.js';

const NEXT_MODE: Target = { type: 'action', id: 'cycle-mode' };
const WHY: Target = { type: 'action', id: 'permissions' };

type ModeKeys = { readonly cycle: string | null; readonly why: string | null };

export function modeSpans(session: SessionState, keys: ModeKeys, columns: number): Span[] {
	const { mode } = session.mode;
	const color = modeRole(session);
	const held = heldWords(session);
	const labelOf = (words: readonly string[]): Span =>
		styled(`${LOOKS[mode].sign} ${modeInForce(session)}${words.length === 0 ? '' : ` (${words.join(', ')})`}`, {
			color,
			bold: color !== 'muted',
			target: NEXT_MODE,
		});
	// The row has a blank at each end, and one before the last.
	const hasRoom = (...spans: readonly Span[]): boolean => lineWidth(spans) + 3 <= columns;
	// "Not held" matters more than the words beside the mode.
	const label = hasRoom(labelOf(held)) ? labelOf(held) : labelOf(held.slice(-1));
	const theirs = agentModeText(session);
	const agentMode = theirs === null ? [] : [styled(` · ${sanitizeLine(theirs)}`, { color: 'warning' })];
	const answers = session.rules.filter((rule) => rule.isAnsweredHere === true).length;
	const always = answers === 0 ? [] : [muted(` · ${answers} allowed always`)];
	const isLoose = held.some((words) => words === 'watched' || words === 'sandbox off');
	const reason = (sign: string): Span[] =>
		keys.why === null || !isLoose
			? []
			: [muted(sign), ...targeted([styled(keys.why, { color: 'text' }), muted(' why')], WHY)];
	const first = [reason(' · '), reason(' '), []].find((spans) => hasRoom(label, ...spans)) ?? [];
	const hint =
		keys.cycle === null ? [] : [styled(` (${keys.cycle})`, { color: 'muted', dim: true, target: NEXT_MODE })];
	// The count of standing answers matters more than the key's hint.
	const shownAlways = hasRoom(label, ...first, ...agentMode, ...always) ? always : [];
	const isHinted = hasRoom(label, ...first, ...agentMode, ...shownAlways, ...hint);
	// The key for the mode stands with the mode, the one for the reason apart: else they read as one phrase.
	return [label, ...(isHinted ? hint : []), ...first, ...agentMode, ...shownAlways];
}

/** Words beside our mode: the agent's where ours does not imply it, or what it allows by itself; null: ours says all. */
export function agentModeText(session: SessionState): string | null {
	if (session.connection.phase !== 'ready') return null;
	const agentPlan = agentPlanMode(session);
	const isSame = agentPlan === null || agentPlan.isInPlan === (session.mode.mode === 'plan');
	const shown = isSame ? agentModeNotImplied(session) : agentModeName(session, agentPlan.current);
	const { agentRefused } = session.mode;
	if (agentRefused !== undefined) {
		const now = shown ?? currentAgentMode(session)?.name ?? '';
		return `agent: ${now === '' ? '' : `${now}, `}not ${agentModeName(session, agentRefused)}`;
	}
	const grants = session.mode.mode === 'bypassPermissions' ? null : grantWords(session);
	if (shown === null) return grants === null ? null : `agent ${grants}`;
	// A mode that asks less says already what it does not ask about.
	return grants === null || looserAgentMode(session) !== null ? `agent: ${shown}` : `agent: ${shown}, ${grants}`;
}

function agentModeName(session: SessionState, id: string): string {
	return currentAgentMode(session)?.all.find((each) => each.id === id)?.name ?? id;
}

const LOOKS: Readonly<Record<Mode, { readonly sign: string; readonly role: Role }>> = {
	default: { sign: '○', role: 'muted' },
	acceptEdits: { sign: '»', role: 'acceptEdits' },
	plan: { sign: '▪', role: 'plan' },
	bypassPermissions: { sign: '!', role: 'bypass' },
};

export function modeRole(session: Pick<SessionState, 'mode' | 'ownModes'>): Role {
	return ownModeOf(session)?.color ?? LOOKS[session.mode.mode].role;
}

/** Words for the enforcement, behind the mode; empty where the agent holds to the mode because it asks, as far as is known. */
function heldWords(session: SessionState): readonly string[] {
	const { agent, enforcement } = session.sandbox;
	const isPlan = session.mode.mode === 'plan';
	if (isPlan && enforcement === 'enforced') return ['enforced'];
	if (isPlan && enforcement === 'pending') return [];
	// Before the session is open, sandbox and agent are not known for certain.
	const { phase } = session.connection;
	const isComing = phase === 'starting' || phase === 'opening';
	if (isComing && (agent === 'fence' || agent === 'shadow')) return [];
	// With `off` unasked actions are not noticed.
	if (agent === 'off') return ['sandbox off'];
	const watched = isOnlyWatched(session) ? ['watched'] : [];
	// An agent that no longer runs has been held or not: only whether it is watched can still be said.
	if (isPlan || phase !== 'ready' || agent === 'watch') return watched;
	// In a shadow no change reaches the workspace unapplied, whether the agent asks or not.
	return agent === 'shadow' ? [agent] : [agent, ...watched];
}

/**
 * Whether the mode is not enforced: the agent cannot be made to ask, has changed files in plan mode, or a sandbox
 * failed.
 */
function isOnlyWatched(session: SessionState): boolean {
	if (isNotAsking(session)) return true;
	return session.mode.mode === 'plan' && (session.changes.hasActedAlone || session.sandbox.enforcement === 'watched');
}
