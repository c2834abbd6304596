import { agentModeWarning } from '../../core/agent-modes.js';
import { networkOf } from '../../core/agents/network-of.js';
import type { AgentGrant } from '../../core/asking.js';
import type { Rule } from '../../core/policy/policy-types.js';
import { isRemovable, originWords } from '../../core/policy/rule-description.js';
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
import { type PanelAction, type PanelKind, type PanelRow, panelOf } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep, withEvent } from '../state/ui-step.js';
import { brokenRuleText } from '../status/asking-text.js';
import { localTime } from '../time-left.js';
import { openSandboxes } from './agent-sandbox-panel.js';
import { endTurn } from './end-turn-panel.js';
import * as messages from './pickers-messages.js';
import { HOLDER } from './pickers-messages.js';

/** Columns below which the words of a row are not read whole in it. */
const NARROW = 60;

/** Every rule in force; then what the agent allows by itself. `isWhy`: with the reason above the rows. */
export const permissionsPanel: PanelKind<{ readonly isWhy: boolean }> = {
	name: 'permissions',
	panel(context, { isWhy }) {
		const rows = permissionRows(context.session);
		const why = isWhy ? rows.find(({ rule, more = '' }) => rule === undefined && more !== '') : undefined;
		return panelOf({
			title: 'Permission rules',
			// The words of that row stand above the rows, once.
			rows: why === undefined ? rows : rows.map((row) => (row === why ? { ...row, more: '' } : row)),
			...(why === undefined ? {} : { first: why.id, text: textOf(why, context.ui.columns) }),
			actions: (row: PermissionRow | undefined) => (row?.rule === undefined ? [] : removing(row.rule)),
		});
	},
};

/** A rule in force, or something that the agent allows. */
type PermissionRow = PanelRow & { readonly rule?: Rule; readonly how?: WayBack };

export function permissionRows(session: SessionState): readonly PermissionRow[] {
	const leave = agentsLeave(session).map((row, at) => ({
		...row,
		id: `leave ${at}`,
		choose: (context: ScreenContext) => takeBack(context, row.how),
	}));
	// The group of the agent's own grants names the sandbox; without it the rules do.
	const group = leave.length === 0 ? holderText(session) : 'Rules';
	return [...session.rules.map((rule) => ({ ...ruleRow(session, rule), group, rule })), ...leave];
}

function textOf({ label, detail = '', more = '' }: PanelRow, columns: number) {
	// A narrow row has no room for what can be done about it.
	const isCut = columns < NARROW && detail !== '';
	return { title: 'Why the mode is not enforced', paragraphs: [more, ...(isCut ? [`${label}: ${detail}`] : [])] };
}

function ruleRow(session: SessionState, rule: Rule): PanelRow {
	const { decision, text, origin, opens, since, isAnsweredHere } = rule;
	const when = since === undefined ? '' : ` · ${messages.sinceWhen(localTime(since, isAnsweredHere ? since : 0))}`;
	const from = isRemovable(rule) ? `${originWords(origin)}${when} · enter removes` : originWords(origin);
	// One file often holds many rules: its path stands once, below the list.
	const place = rule.place === undefined || isRemovable(rule) ? {} : { more: rule.place };
	return {
		...place,
		id: `${decision} ${origin} ${text}`,
		label: `${decision.padEnd(5)} ${text}`,
		// The end of a long rule may have no room, and what it opens stands there.
		detail: [
			opens === undefined
				? null
				: opens === 'no-sandbox'
					? 'without sandbox'
					: `with ${[...(opens.network ? ['network'] : []), ...opens.folders].join(', ')}`,
			brokenRuleText(session, rule),
			from,
		]
			.filter((words) => words !== null)
			.join(' · '),
		isReadWhole: true,
		why: isRemovable(rule) ? null : whyItStays(rule),
	};
}

/** Enter on a rule of the user's: the first asks once more, the second removes it. */
function removing(rule: Rule): readonly PanelAction<{ readonly isWhy: boolean }>[] {
	if (!isRemovable(rule)) return [];
	return [
		{
			...{ id: 'picker-accept', isEnter: true, closes: true, confirm: 'enter again removes it, esc keeps it' },
			spoken: 'Remove it',
			run: (context) => removeRule(context, rule),
		},
	];
}

/** Takes an answer of the user's back; refused with words where the rule is another's. */
export function removeRule({ ui, now }: ScreenContext, rule: Rule): UiStep {
	const { decision, text, origin } = rule;
	if (isRemovable(rule)) return withEvent(ui, { type: 'remove-rule', rule: { decision, text, origin } });
	return show(toast(ui, whyItStays(rule), now));
}

function whyItStays({ origin, place }: Rule): string {
	return place === undefined
		? `it is from ${originWords(origin)} and holds for this run`
		: `it is from ${originWords(origin)}; change it in ${place}`;
}

/** Takes back what the agent allows by itself, as far as that can be done. */
function takeBack(context: ScreenContext, how: WayBack): UiStep {
	switch (how) {
		case 'ask-again':
			return withEvent(context.ui, { type: 'ask-again' });
		case 'restart-agent':
			return endTurn(context, { next: 'restart-agent', words: null });
		case 'choose-sandbox':
			return openSandboxes(context);
		case 'nothing-left':
			return show(
				toast(context.ui, 'Nothing more can be taken back from here: look into the settings of the agent', context.now),
			);
	}
}

/** Way to take back what the agent allows; what it keeps in its memory ends with it. */
type WayBack = 'ask-again' | 'restart-agent' | 'choose-sandbox' | 'nothing-left';

/** Rights the agent takes beyond our mode: that it does not ask, its mode, what the user granted; with the way back. */
function agentsLeave(session: SessionState): readonly (Omit<PanelRow, 'id'> & { readonly how: WayBack })[] {
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

/** A row about an exception to the mode; `what` says it in a sentence. */
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

/** Whether the agent, unheld, was seen to change files in plan mode. */
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

/** Note for an agent that cannot be made to ask, without a setting of the user that did it. */
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

/** Names what holds the agent to the mode, in a line that stands where the rules do. */
export function holderText({ sandbox: { agent, enforcement }, mode, connection, profile }: SessionState): string {
	if (agent === 'watch' || agent === 'off') return HOLDER[agent];
	const isComing = connection.phase === 'starting' || connection.phase === 'opening';
	if (isComing || enforcement === 'pending') return HOLDER.pending;
	if (enforcement === 'watched') return HOLDER.failed;
	const held = agent === 'fence' && mode.mode === 'plan' ? HOLDER.fenceInPlan : HOLDER[agent];
	return `${held}${HOLDER.network[networkOf(profile)]}`;
}
