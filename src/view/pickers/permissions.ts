import type { AgentGrant } from '../../core/asking.js';
import { isRemovable, isSameRule, originWords } from '../../core/policy/rule-description.js';
import type { Rule } from '../../core/policy/types.js';
import { askingModeOf } from '../../core/session/questions/agent-grants.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { brokenRuleText } from '../frame/asking-text.js';
import type { ScreenContext } from '../state/context.js';
import type { PermissionChoice, Picker, PickerItem } from '../state/picker.js';
import { openPicker, show, toast, type UiStep, withEvent } from '../state/step.js';
import * as messages from './messages.js';
import { type PickerRow, pickerOf } from './picker-row.js';

type PermissionItem = PickerItem<PermissionChoice>;

/** Every rule in force, in the order in which they are numbered; then what the agent itself keeps. */
export function permissionsPicker(session: SessionState): Picker<'permissions'> {
	const { rules, agentGrants = [] } = session;
	return pickerOf('permissions', 'Permission rules', [
		...rules.map((rule, index) => ruleItem(session, rule, index + 1)),
		...agentGrants.map((grant) => grantItem(session, grant)),
	]);
}

function ruleItem(session: SessionState, rule: Rule, number: number): PermissionItem {
	const { decision, text, origin } = rule;
	const from = isRemovable(rule) ? `${originWords(origin)} · ${messages.ENTER_REMOVES}` : whereItStands(rule);
	return {
		label: `${number} ${decision.padEnd(5)} ${text}`,
		detail: [brokenRuleText(session, rule), from].filter((words) => words !== null).join(' · '),
		isCurrent: false,
		choice: { type: 'rule', rule: { decision, text, origin }, isArmed: false },
	};
}

function grantItem(session: SessionState, { name, about, isTakenBack }: AgentGrant): PermissionItem {
	const canAskAgain = about === 'edits' && askingModeOf(session) !== null;
	return {
		label: `“${sanitizeLine(name)}”`,
		detail:
			isTakenBack === true ? messages.TOLD_TO_ASK : canAskAgain ? messages.GRANT_ASK_AGAIN : messages.GRANT_UNTIL_NEW,
		isCurrent: false,
		choice: { type: 'ask-again' },
	};
}

/** Takes an answer of the user's back; refused with words where the rule is another's. */
export function removeRule({ ui, now }: ScreenContext, rule: Rule): UiStep {
	const { decision, text, origin } = rule;
	if (isRemovable(rule)) return withEvent(ui, { type: 'remove-rule', rule: { decision, text, origin } });
	return show(toast(ui, whyItStays(rule), now));
}

function whereItStands({ origin, place }: Rule): string {
	return place === undefined ? originWords(origin) : `${originWords(origin)}: ${place}`;
}

function whyItStays({ origin, place }: Rule): string {
	return place === undefined
		? messages.holdsForRun(originWords(origin))
		: messages.changeItIn(originWords(origin), place);
}

/** The list with its selected rule about to be removed. */
function armed(session: SessionState, picker: Picker<'permissions'>): Picker<'permissions'> {
	const items = permissionsPicker(session).items.map((item, at): PermissionItem => {
		if (at !== picker.selected || item.choice.type !== 'rule') return item;
		return { ...item, detail: messages.ENTER_AGAIN_REMOVES, choice: { ...item.choice, isArmed: true } };
	});
	return { ...picker, items };
}

export const permissionsRow: PickerRow<'permissions'> = {
	// Enter on a rule of the user's: the first asks once more, the second removes it.
	choose(context, choice, picker) {
		const { ui, session } = context;
		if (choice.type === 'ask-again') return withEvent(ui, { type: 'ask-again' });
		const rule = session.rules.find((one) => isSameRule(one, choice.rule));
		if (rule === undefined) return show(ui);
		if (!isRemovable(rule)) return removeRule({ ...context, ui: openPicker(ui, picker) }, rule);
		return choice.isArmed ? removeRule(context, rule) : show(openPicker(ui, armed(session, picker)));
	},
	// Nothing is about to be removed once the selection has moved on.
	moved(picker, session) {
		const isArmed = picker.items.some(({ choice }) => choice.type === 'rule' && choice.isArmed);
		return isArmed ? { ...permissionsPicker(session), selected: picker.selected } : picker;
	},
	lines: {
		how: messages.SPOKEN_RULES_HINT,
		choose: ({ ui }, choice) => (choice.type === 'rule' ? show(ui) : withEvent(ui, { type: 'ask-again' })),
	},
};
