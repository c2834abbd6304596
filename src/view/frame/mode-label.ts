import { modeLabel } from '../../core/policy/modes.js';
import type { Mode } from '../../core/policy/types.js';
import { agentModeBeside, currentAgentMode, looserAgentMode } from '../../core/session/modes/agent-mode.js';
import { agentPlanMode } from '../../core/session/modes/mode.js';
import { grantWords } from '../../core/session/questions/agent-grants.js';
import { isNotAsking } from '../../core/session/questions/asking.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Span, styled } from '../line.js';
import { lineWidth } from '../spans.js';
import { modeRole } from './mode-role.js';

/** The mode in force, and what the agent does beside it. */
export function modeSpans(session: SessionState, canCycle: boolean, columns: number): Span[] {
	const { mode } = session.mode;
	const color = modeRole(mode);
	const label = styled(`${modeSign(mode)} ${modeLabel(mode)}${heldBy(session)}`, { color, bold: mode !== 'default' });
	const theirs = agentModeText(session);
	const beside = theirs === null ? [] : [styled(` · ${sanitizeLine(theirs)}`, { color: 'warning' })];
	const answers = session.rules.filter((rule) => rule.isAnsweredHere === true).length;
	const always = answers === 0 ? [] : [styled(` · ${answers} allowed always`, { color: 'muted' })];
	const hint = canCycle ? [styled(' (shift+tab)', { color: 'muted', dim: true })] : [];
	// What the agent does by itself matters more than the key.
	const hasRoom = (...spans: readonly Span[]): boolean => lineWidth([label, ...beside, ...spans]) + 2 <= columns;
	const told = hasRoom(...always) ? always : [];
	return [label, ...(hasRoom(...told, ...hint) ? hint : []), ...beside, ...told];
}

/** What holds the agent to the mode, where that is not that it asks. */
function heldBy(session: SessionState): string {
	const isPlan = session.mode.mode === 'plan';
	const { enforcement } = session.sandbox;
	if (isPlan && enforcement === 'enforced') return ' (enforced)';
	if (isPlan && enforcement === 'pending') return '';
	return isOnlyWatched(session) || (isPlan && enforcement === 'watched') ? ' (watched)' : '';
}

/** The agent cannot be made to ask, or has changed files by itself in plan mode: the gate does not hold it. */
function isOnlyWatched(session: SessionState): boolean {
	return isNotAsking(session) || (session.mode.mode === 'plan' && session.changes.hasActedAlone);
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
