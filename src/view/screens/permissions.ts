import { isRemovable, isSameRule, originWords } from '../../core/policy/rule-words.js';
import { parseTarget } from '../../core/policy/test-target.js';
import type { Rule } from '../../core/policy/types.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from './context.js';
import { show, tell, toast, type UiStep } from './step.js';
import type { Picker, PickerItem } from './ui-state.js';

/** `/permissions`: the rules in force; with `test …` what would become of something; with `remove N` one less. */
export function runPermissions(context: ScreenContext, args: string): UiStep {
	const { ui, session, now } = context;
	const [, verb = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(args) ?? [];
	switch (verb) {
		case '':
			return listRules(context);
		case 'test': {
			const target = parseTarget(rest);
			return target.ok
				? tell(ui, { type: 'test-permission', target: target.value })
				: show(toast(ui, target.failure.message, now));
		}
		case 'remove': {
			const rule = /^\d+$/.test(rest) ? session.rules[Number(rest) - 1] : undefined;
			if (rule === undefined) {
				return show(
					toast(ui, `there is no rule ${rest === '' ? 'without a number' : rest}; /permissions lists them`, now),
				);
			}
			return isRemovable(rule) ? tell(ui, removal(rule)) : show(toast(ui, whyItStays(rule), now));
		}
		default:
			return show(toast(ui, 'it is /permissions, /permissions test "COMMAND" or /permissions remove NUMBER', now));
	}
}

function listRules({ ui, session }: ScreenContext): UiStep {
	if (session.rules.length > 0 || (session.agentGrants ?? []).length > 0) {
		return show({ ...ui, panel: { kind: 'picker', picker: permissionsPicker(session) } });
	}
	return tell(ui, {
		type: 'note',
		level: 'info',
		title: 'No rule is in force: the mode alone decides.',
		detail:
			'Rules come from your config and the project’s (permissions.allow, ask, deny), from --allow and --deny, and from «always allow» in a question.',
		hint: '/permissions test "COMMAND" tells what the mode decides',
	});
}

type Listed = Pick<SessionState, 'rules' | 'agentGrants'>;

/** Every rule in force, in the order in which they are numbered; then what the agent itself keeps. */
export function permissionsPicker({ rules, agentGrants = [] }: Listed): Picker {
	return {
		title: `Permission rules`,
		items: [
			...rules.map((rule, index): PickerItem => {
				const { decision, text, origin } = rule;
				return {
					label: `${index + 1} ${decision.padEnd(5)} ${text}`,
					detail: isRemovable(rule) ? `${originWords(origin)} · enter removes` : whereItStands(rule),
					isCurrent: false,
					choice: { type: 'rule', rule: { decision, text, origin }, isArmed: false },
				};
			}),
			...agentGrants.map((name): PickerItem => {
				const label = `“${sanitizeLine(name)}”`;
				return { label, detail: 'you told the agent, which keeps it', isCurrent: false, choice: { type: 'grant' } };
			}),
		],
		selected: 0,
	};
}

/** Enter on a rule: the first asks once more, the second removes it. The list stays open. */
export function chooseRule(context: ScreenContext, picker: Picker): UiStep {
	const { ui, session, now } = context;
	const choice = picker.items[picker.selected]?.choice;
	const rule = choice?.type === 'rule' ? session.rules.find((one) => isSameRule(one, choice.rule)) : undefined;
	if (rule === undefined || choice?.type !== 'rule') return show({ ...ui, panel: { kind: 'none' } });
	if (!isRemovable(rule)) return show(toast(ui, whyItStays(rule), now));
	if (choice.isArmed) return tell({ ...ui, panel: { kind: 'none' } }, removal(rule));
	const items = permissionsPicker(session).items.map(
		(item, index): PickerItem =>
			index === picker.selected
				? { ...item, detail: 'enter again removes it, esc keeps it', choice: { ...choice, isArmed: true } }
				: item,
	);
	return show({ ...ui, panel: { kind: 'picker', picker: { ...picker, items } } });
}

/** A list in which nothing is about to be removed: the selection has moved on. */
export function disarm(picker: Picker, session: Listed): Picker {
	const isArmed = picker.items.some((item) => item.choice.type === 'rule' && item.choice.isArmed);
	return isArmed ? { ...permissionsPicker(session), selected: picker.selected } : picker;
}

function removal({ decision, text, origin }: Rule) {
	return { type: 'remove-rule' as const, rule: { decision, text, origin } };
}

function whereItStands({ origin, place }: Rule): string {
	return place === undefined ? originWords(origin) : `${originWords(origin)}: ${place}`;
}

function whyItStays(rule: Rule): string {
	return rule.place === undefined
		? `it is from ${originWords(rule.origin)} and holds for this run`
		: `it is from ${originWords(rule.origin)}; change it in ${rule.place}`;
}
