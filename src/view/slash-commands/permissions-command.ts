import { parseTarget } from '../../core/policy/test-target.js';
import { openPanel } from '../panel/engine.js';
import { holderText, permissionRows, permissionsPanel, removeRule } from '../pickers/permissions-panel.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { show, type UiStep, withEvent } from '../state/ui-step.js';

const RULES_COME_FROM =
	'Rules come from your config and the project’s (permissions.allow, ask, deny), from --allow and --deny, and from “Always allow” in a question.';

/** List of the rules in force; `isWhy`: with the words on what the agent is not held to. */
export function openPermissions(context: ScreenContext, isWhy: boolean): UiStep {
	const { ui, session } = context;
	const rows = permissionRows(session);
	const holder = holderText(session);
	if (rows.length === 0) {
		// Where the rules come from is not what was asked, and has no room on a low screen.
		const detail = isWhy ? holder : `${holder}\n${RULES_COME_FROM}`;
		const hint = '/permissions test "COMMAND" shows what each mode decides';
		return withEvent(ui, {
			type: 'note',
			level: 'info',
			title: 'No permission rules; the mode decides.',
			detail,
			hint,
		});
	}
	const hasOwn = rows.some(({ rule }) => rule === undefined);
	if (isWhy && !hasOwn)
		return withEvent(ui, { type: 'note', level: 'info', title: holder, hint: '/permissions lists the rules' });
	return show(openPanel(context, permissionsPanel, { isWhy }));
}

export function runPermissions(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session } = context;
	const [, verb = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(typed.command.args) ?? [];
	switch (verb) {
		case '':
			return openPermissions(context, false);
		case 'test': {
			const target = parseTarget(rest);
			if (!target.ok) return refuse(context, typed, target.failure.message);
			return withEvent(ui, { type: 'test-permission', target: target.value });
		}
		case 'remove': {
			const rule = /^\d+$/.test(rest) ? session.rules[Number(rest) - 1] : undefined;
			if (rule === undefined)
				return refuse(
					context,
					typed,
					rest === ''
						? 'Usage: /permissions remove NUMBER; /permissions lists them'
						: `No rule ${rest}; /permissions lists them`,
				);
			return removeRule(context, rule);
		}
		default:
			return refuse(context, typed, 'Usage: /permissions [test "COMMAND" | remove NUMBER]');
	}
}
