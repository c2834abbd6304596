import { agentModeWarning } from '../../core/agent-modes.js';
import type { AgentGrant } from '../../core/asking.js';
import { looserAgentMode, strictAgentMode, whoSetAgentMode } from '../../core/session/modes/agent-mode.js';
import { askingModeOf } from '../../core/session/questions/agent-grants.js';
import { noQuirks } from '../../core/session/quirks.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { localTime } from '../retry/times.js';
import type { PermissionChoice, PickerItem } from '../state/picker.js';
import * as messages from './messages.js';

/** What the agent lets through by itself beyond our mode, each with since when and the way back: its mode, what it was told. */
export function agentsLeave(session: SessionState): readonly PickerItem<PermissionChoice>[] {
	const items = [...modeItems(session), ...(session.agentGrants ?? []).map((grant) => grantItem(session, grant))];
	return items.map((item) => ({ ...item, isCurrent: false, more: heldBy(session), group: messages.AGENTS_LEAVE }));
}

type Leave = Pick<PickerItem<PermissionChoice>, 'label' | 'detail' | 'choice'>;

function modeItems(session: SessionState): readonly Leave[] {
	const { agent, agentModes, mode } = session;
	const name = looserAgentMode(session);
	if (name === null || agentModes === null) return [];
	const asking = strictAgentMode(session);
	const lets = agentModeWarning(mode.mode, agentModes.current, agent?.quirks ?? noQuirks) ?? messages.LETS_MORE;
	return [
		{
			label: messages.agentModeRow(sanitizeLine(name)),
			detail: joined(
				lets,
				messages.WHO_SET_IT[whoSetAgentMode(session)],
				since(mode.agentModeSince),
				asking === null ? messages.NO_MODE_ASKS : messages.enterSetsBack(nameOf(session, asking)),
			),
			choice: { type: 'ask-again' },
		},
	];
}

function grantItem(session: SessionState, grant: AgentGrant): Leave {
	const { name, about, isTakenBack, wasRestarted } = grant;
	const label = `“${sanitizeLine(name)}”`;
	if (wasRestarted === true) {
		return { label, detail: joined(messages.RESTARTED_TO_ASK), choice: { type: 'nothing-left' } };
	}
	if (isTakenBack === true) {
		const detail = joined(messages.TOLD_TO_ASK, messages.ENTER_RESTARTS);
		return { label, detail, choice: { type: 'restart-agent' } };
	}
	const canAskAgain = about === 'edits' && askingModeOf(session) !== null;
	const way = canAskAgain ? messages.ENTER_ASKS_AGAIN : messages.ENTER_RESTARTS;
	return {
		label,
		detail: joined(messages.YOU_TOLD_IT, since(grant.since), way),
		choice: { type: canAskAgain ? 'ask-again' : 'restart-agent' },
	};
}

/** What holds the agent whatever it lets through. */
function heldBy({ sandbox: { agent, enforcement, reason } }: SessionState): string {
	const isHeld = enforcement !== 'watched';
	if (isHeld && (agent === 'fence' || agent === 'shadow')) return messages.HELD_BY[agent];
	return reason === undefined ? messages.HELD_BY.nothing : messages.notHeld(sanitizeLine(reason));
}

function nameOf({ agentModes }: SessionState, id: string): string {
	return sanitizeLine(agentModes?.available.find((mode) => mode.id === id)?.name ?? id);
}

function since(at: number | undefined): string {
	return at === undefined ? '' : messages.sinceWhen(localTime(at, at));
}

function joined(...parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join(' · ');
}
