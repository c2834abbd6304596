import type { AgentGrant } from '../../core/asking.js';
import { isRemovable, isSameRule, originWords } from '../../core/policy/rule-words.js';
import { parseTarget } from '../../core/policy/test-target.js';
import type { Rule } from '../../core/policy/types.js';
import { askingModeOf } from '../../core/session/agent-grants.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { brokenRuleWords } from '../frame/asking-words.js';
import type { ScreenContext } from '../state/context.js';
import { show, tell, toast, type UiStep } from '../state/step.js';
import type { Picker, PickerItem } from '../state/ui-state.js';
import { refuse, type Typed } from './command-words.js';

/** `/permissions`: the rules in force; with `test …` what would become of something; with `remove N` one less. */
export function runPermissions(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args } = typed.command;
	const [, verb = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(args) ?? [];
	switch (verb) {
		case '':
			return listRules(context);
		case 'test': {
			const target = parseTarget(rest);
			return target.ok
				? tell(ui, { type: 'test-permission', target: target.value })
				: refuse(context, typed, target.failure.message);
		}
		case 'remove': {
			const rule = /^\d+$/.test(rest) ? session.rules[Number(rest) - 1] : undefined;
			if (rule === undefined) {
				const which = rest === '' ? 'Usage: /permissions remove NUMBER' : `No rule ${rest}`;
				return refuse(context, typed, `${which}; /permissions lists them`);
			}
			return isRemovable(rule) ? tell(ui, removal(rule)) : show(toast(ui, whyItStays(rule), now));
		}
		default:
			return refuse(context, typed, 'Usage: /permissions [test "COMMAND" | remove NUMBER]');
	}
}

function listRules({ ui, session }: ScreenContext): UiStep {
	if (session.rules.length > 0 || (session.agentGrants ?? []).length > 0) {
		return show({ ...ui, panel: { kind: 'picker', picker: permissionsPicker(session) } });
	}
	return tell(ui, {
		type: 'note',
		level: 'info',
		title: 'No permission rules; the mode decides.',
		detail:
			'Rules come from your config and the project’s (permissions.allow, ask, deny), from --allow and --deny, and from “Always allow” in a question.',
		hint: '/permissions test "COMMAND" shows what each mode decides',
	});
}

/** Every rule in force, in the order in which they are numbered; then what the agent itself keeps. */
function permissionsPicker(session: SessionState): Picker {
	const { rules, agentGrants = [] } = session;
	return {
		title: `Permission rules`,
		items: [
			...rules.map((rule, index): PickerItem => {
				const { decision, text, origin } = rule;
				return {
					label: `${index + 1} ${decision.padEnd(5)} ${text}`,
					detail: [
						brokenRuleWords(session, rule),
						isRemovable(rule) ? `${originWords(origin)} · enter removes` : whereItStands(rule),
					]
						.filter((words) => words !== null)
						.join(' · '),
					isCurrent: false,
					choice: { type: 'rule', rule: { decision, text, origin }, isArmed: false },
				};
			}),
			...agentGrants.map((grant): PickerItem => {
				const label = `“${sanitizeLine(grant.name)}”`;
				return { label, detail: grantDetail(session, grant), isCurrent: false, choice: { type: 'ask-again' } };
			}),
		],
		selected: 0,
	};
}

function grantDetail(session: SessionState, { about, isTakenBack }: AgentGrant): string {
	if (isTakenBack === true) return 'the agent was told to ask again; it has not asked since';
	return about === 'edits' && askingModeOf(session) !== null
		? 'you told the agent, which keeps it · enter makes it ask again'
		: 'you told the agent, which keeps it · /new ends it';
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
export function disarm(picker: Picker, session: SessionState): Picker {
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
