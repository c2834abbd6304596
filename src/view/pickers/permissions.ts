import { isRemovable, isSameRule, originWords } from '../../core/policy/rule-description.js';
import type { Rule } from '../../core/policy/types.js';
import type { SessionState } from '../../core/session/state.js';
import type { ScreenContext } from '../state/context.js';
import type { PermissionChoice, Picker, PickerItem } from '../state/picker.js';
import { openPicker, show, toast, type UiStep, withEvent } from '../state/step.js';
import { brokenRuleText } from '../status/asking-text.js';
import { localTime } from '../time-left.js';
import { openSandboxes } from './agent-sandbox.js';
import { agentsLeave } from './agents-leave.js';
import { endTurn } from './end-turn.js';
import { holderText } from './holder-text.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import * as messages from './pickers-messages.js';

type PermissionItem = PickerItem<PermissionChoice>;

/** Every rule in force; then what the agent lets through by itself. */
export function permissionsPicker(session: SessionState): Picker<'permissions'> {
	const leave = agentsLeave(session);
	const rules = session.rules.map((rule) => ruleItem(session, rule));
	// What the agent lets through says what holds it; without that the rules stand below it.
	const group = leave.length === 0 ? holderText(session) : messages.RULES;
	const shown = rules.map((item) => ({ ...item, group }));
	return pickerOf('permissions', 'Permission rules', [...shown, ...leave]);
}

function ruleItem(session: SessionState, rule: Rule): PermissionItem {
	const { decision, text, origin, opens, since, isAnsweredHere } = rule;
	const when = since === undefined ? '' : ` · ${messages.sinceWhen(localTime(since, isAnsweredHere ? since : 0))}`;
	const from = isRemovable(rule) ? `${originWords(origin)}${when} · ${messages.ENTER_REMOVES}` : whereItStands(rule);
	return {
		label: `${decision.padEnd(5)} ${text}`,
		// The end of a long rule may have no room, and what it opens stands there.
		detail: [opens === undefined ? null : messages.openingWords(opens), brokenRuleText(session, rule), from]
			.filter((words) => words !== null)
			.join(' · '),
		isReadWhole: true,
		isCurrent: false,
		choice: { type: 'rule', rule: { decision, text, origin }, isArmed: false },
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

/** Takes back what the agent lets through by itself, as far as that can be done. */
function takeBack(context: ScreenContext, how: Exclude<PermissionChoice['type'], 'rule'>): UiStep {
	switch (how) {
		case 'ask-again':
			return withEvent(context.ui, { type: 'ask-again' });
		case 'restart-agent':
			return endTurn(context, { next: 'restart-agent', words: null });
		case 'choose-sandbox':
			return openSandboxes(context);
		case 'nothing-left':
			return show(toast(context.ui, messages.NOTHING_LEFT, context.now));
	}
}

export const permissionsRow: PickerRow<'permissions'> = {
	// Enter on a rule of the user's: the first asks once more, the second removes it.
	choose(context, choice, picker) {
		const { ui, session } = context;
		if (choice.type !== 'rule') return takeBack(context, choice.type);
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
		choose: (context, choice) => (choice.type === 'rule' ? show(context.ui) : takeBack(context, choice.type)),
	},
};
