import { isRemovable, originWords } from '../../core/policy/rule-description.js';
import type { Rule } from '../../core/policy/types.js';
import type { SessionState } from '../../core/session/state.js';
import { type PanelAction, type PanelKind, type PanelRow, panelOf } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep, withEvent } from '../state/step.js';
import { brokenRuleText } from '../status/asking-text.js';
import { localTime } from '../time-left.js';
import { openSandboxes } from './agent-sandbox.js';
import { agentsLeave, type WayBack } from './agents-leave.js';
import { endTurn } from './end-turn.js';
import { holderText } from './holder-text.js';
import * as messages from './pickers-messages.js';

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
	// What the agent allows says what holds it; without that the rules stand below it.
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
