import { agentModeWarning } from '../../core/agent-modes.js';
import type { AgentGrant } from '../../core/asking.js';
import {
	currentAgentMode,
	looserAgentMode,
	meaningOfMode,
	strictAgentMode,
	whoSetAgentMode,
} from '../../core/session/modes/agent-mode.js';
import { askingModeOf } from '../../core/session/questions/agent-grants.js';
import { isNotAsking, notAskingWarning } from '../../core/session/questions/asking.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { PanelRow } from '../panel/panel.js';
import { localTime } from '../time-left.js';
import * as messages from './pickers-messages.js';

/** Way to take back what the agent allows; what it keeps in its memory ends with it. */
export type WayBack = 'ask-again' | 'restart-agent' | 'choose-sandbox' | 'nothing-left';

/** Rights the agent takes beyond our mode: that it does not ask, its mode, what the user granted; with the way back. */
export function agentsLeave(session: SessionState): readonly (Omit<PanelRow, 'id'> & { readonly how: WayBack })[] {
	const items = [
		watched(session),
		switchedOff(session),
		unheld(session),
		partlyRuled(session),
		notAsking(session),
		looserMode(session),
		...(session.agentGrants ?? []).map((grant) => grantItem(session, grant)),
	].filter((item) => item !== null);
	const held = heldBy(session);
	return items.map(({ what, ...item }) => ({
		...item,
		more: `${held} ${what}`.trim(),
		group: 'What the agent does without asking',
	}));
}

/** A row, and in a sentence what it is. */
type Leave = { readonly label: string; readonly detail: string; readonly how: WayBack; readonly what: string };

/** A sandbox was to keep the workspace as it is, and could not. */
function watched({ sandbox, mode }: SessionState): Leave | null {
	const { enforcement, reason } = sandbox;
	if (mode.mode !== 'plan' || enforcement !== 'watched' || reason === undefined) return null;
	return { label: 'plan mode is only watched', detail: messages.ENTER_RESTARTS, what: '', how: 'restart-agent' };
}

function switchedOff({ sandbox }: SessionState): Leave | null {
	if (sandbox.agent !== 'off') return null;
	const what = 'What it changes unasked is not noticed.';
	return { label: 'its sandbox is off', detail: messages.ENTER_CHOOSES_SANDBOX, what, how: 'choose-sandbox' };
}

/** Nothing holds it, and it was seen to change files in plan mode. */
function unheld(session: SessionState): Leave | null {
	if (session.mode.mode !== 'plan' || !session.changes.hasActedAlone || isHeld(session)) return null;
	const what = 'It did so without asking: plan mode is only watched.';
	return { label: 'changed files in plan mode', detail: messages.ENTER_CHOOSES_SANDBOX, what, how: 'choose-sandbox' };
}

/** Deny rules were to hold for the agent's own tools, and do in part. */
function partlyRuled({ sandbox: { rulesReason } }: SessionState): Leave | null {
	if (rulesReason === undefined) return null;
	const what = sanitizeLine(rulesReason);
	return { label: 'deny rules hold in part', detail: messages.ENTER_RESTARTS, what, how: 'restart-agent' };
}

/** An agent that cannot be made to ask: nothing that was chosen here made it so. */
function notAsking(session: SessionState): Leave | null {
	const what = isNotAsking(session) ? notAskingWarning(session) : null;
	if (what === null) return null;
	const detail = isHeld(session) ? '' : messages.ENTER_CHOOSES_SANDBOX;
	return { label: 'sometimes acts without asking', detail, what, how: 'choose-sandbox' };
}

function looserMode(session: SessionState): Leave | null {
	const { mode } = session;
	const name = looserAgentMode(session);
	const current = currentAgentMode(session);
	if (name === null || current === null) return null;
	const asking = strictAgentMode(session);
	const lets = agentModeWarning(mode.mode, meaningOfMode(session, current.id)) ?? 'allows more without asking';
	const way = asking === null ? 'it offers no mode that asks' : `enter sets it back to “${nameOf(session, asking)}”`;
	return {
		label: `agent mode “${sanitizeLine(name)}”`,
		detail: joined(way, since(mode.agentModeSince)),
		what: messages.agentModeWords(lets, whoSetAgentMode(session)),
		how: 'ask-again',
	};
}

function grantItem(session: SessionState, grant: AgentGrant): Leave {
	const { name, about, isTakenBack, wasRestarted } = grant;
	const label = `“${sanitizeLine(name)}”`;
	if (wasRestarted === true) {
		const detail = joined('has not asked since the restart', since(grant.since));
		return {
			label,
			detail,
			what: 'The agent was restarted, and has not asked since: what it wrote into its own settings stays.',
			how: 'nothing-left',
		};
	}
	if (isTakenBack === true) {
		const detail = joined(messages.ENTER_RESTARTS, since(grant.since));
		return { label, detail, what: 'The agent was set to ask again, and has not asked since.', how: 'restart-agent' };
	}
	const canAskAgain = about === 'edits' && askingModeOf(session) !== null;
	const way = canAskAgain ? 'enter makes it ask again' : messages.ENTER_RESTARTS;
	return {
		label,
		detail: joined(way, since(grant.since)),
		what: 'You allowed it; the agent remembers it.',
		how: canAskAgain ? 'ask-again' : 'restart-agent',
	};
}

/** Names what holds the agent whatever it allows. */
function heldBy(session: SessionState): string {
	const { agent, reason } = session.sandbox;
	if (isHeld(session) && (agent === 'fence' || agent === 'shadow')) return messages.HELD_BY[agent];
	return reason === undefined ? messages.HELD_BY.nothing : `Its sandbox does not hold it. ${sanitizeLine(reason)}`;
}

/** A sandbox is set up that keeps plan mode. */
function isHeld({ sandbox: { agent, enforcement } }: SessionState): boolean {
	return enforcement !== 'watched' && (agent === 'fence' || agent === 'shadow');
}

function nameOf(session: SessionState, id: string): string {
	return sanitizeLine(currentAgentMode(session)?.all.find((mode) => mode.id === id)?.name ?? id);
}

function since(at: number | undefined): string {
	return at === undefined ? '' : messages.sinceWhen(localTime(at, at));
}

function joined(...parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join(' · ');
}
