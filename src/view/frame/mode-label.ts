import { modeLabel } from '../../core/policy/modes.js';
import type { Mode } from '../../core/policy/types.js';
import { agentModeBeside, currentAgentMode, looserAgentMode } from '../../core/session/modes/agent-mode.js';
import { agentPlanMode } from '../../core/session/modes/mode.js';
import { grantWords } from '../../core/session/questions/agent-grants.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Span, styled } from '../line.js';
import { lineWidth } from '../spans.js';
import { why } from './frame-messages.js';
import { modeRole } from './mode-role.js';
import { heldWords, isLoose } from './sandbox-label.js';

/** The keys that stand in the row, as they are shown; null: none. */
export type ModeKeys = {
	/** For the next mode. */
	readonly cycle: string | null;
	/** For why the agent is not held to the mode. */
	readonly why: string | null;
};

/** The mode in force, what holds the agent to it, and what the agent does beside it. */
export function modeSpans(session: SessionState, keys: ModeKeys, columns: number): Span[] {
	const { mode } = session.mode;
	const color = modeRole(mode);
	const held = heldWords(session);
	const labelOf = (words: readonly string[]): Span =>
		styled(`${modeSign(mode)} ${modeLabel(mode)}${words.length === 0 ? '' : ` (${words.join(', ')})`}`, {
			color,
			bold: mode !== 'default',
		});
	// The row has a blank at each end, and one before the last.
	const hasRoom = (...spans: readonly Span[]): boolean => lineWidth(spans) + 3 <= columns;
	// That it is not held matters more than what is beside the mode.
	const label = hasRoom(labelOf(held)) ? labelOf(held) : labelOf(held.slice(-1));
	const theirs = agentModeText(session);
	const beside = theirs === null ? [] : [styled(` · ${sanitizeLine(theirs)}`, { color: 'warning' })];
	const answers = session.rules.filter((rule) => rule.isAnsweredHere === true).length;
	const always = answers === 0 ? [] : [styled(` · ${answers} allowed always`, { color: 'muted' })];
	const reason = (sign: string): Span[] =>
		keys.why === null || !isLoose(session)
			? []
			: [styled(sign, { color: 'muted' }), styled(keys.why, { color: 'text' }), styled(` ${why}`, { color: 'muted' })];
	const first = [reason(' · '), reason(' '), []].find((spans) => hasRoom(label, ...spans)) ?? [];
	const hint = keys.cycle === null ? [] : [styled(` (${keys.cycle})`, { color: 'muted', dim: true })];
	// What the agent does by itself matters more than the key.
	const told = hasRoom(label, ...first, ...beside, ...always) ? always : [];
	const isHinted = hasRoom(label, ...first, ...beside, ...told, ...hint);
	// The key for the mode stands with the mode, the one for the reason apart: else they read as one phrase.
	return [label, ...(isHinted ? hint : []), ...first, ...beside, ...told];
}

/** What holds beside our mode: a mode of the agent's that ours does not imply, or what it lets through by itself; null where ours says it all. */
export function agentModeText(session: SessionState): string | null {
	if (session.connection.phase !== 'ready') return null;
	const agentPlan = agentPlanMode(session);
	const isSame = agentPlan === null || agentPlan.isInPlan === (session.mode.mode === 'plan');
	const beside = isSame ? agentModeBeside(session) : agentModeName(session, agentPlan.current);
	const { agentRefused } = session.mode;
	if (agentRefused !== undefined) {
		const now = beside ?? currentAgentMode(session)?.name ?? '';
		return `agent: ${now === '' ? '' : `${now}, `}not ${agentModeName(session, agentRefused)}`;
	}
	const grants = session.mode.mode === 'bypassPermissions' ? null : grantWords(session);
	if (beside === null) return grants === null ? null : `agent ${grants}`;
	// A mode that asks less says already what it does not ask about.
	return grants === null || looserAgentMode(session) !== null ? `agent: ${beside}` : `agent: ${beside}, ${grants}`;
}

function agentModeName(session: SessionState, id: string): string {
	return currentAgentMode(session)?.all.find((each) => each.id === id)?.name ?? id;
}

function modeSign(mode: Mode): string {
	switch (mode) {
		case 'default':
			return '○';
		case 'acceptEdits':
			return '»';
		case 'plan':
			return '▪';
		case 'bypassPermissions':
			return '!';
	}
}
