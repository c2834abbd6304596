import { parseTarget } from '../../core/policy/test-target.js';
import { permissionsPicker, removeRule } from '../pickers/permissions.js';
import type { ScreenContext } from '../state/context.js';
import { openPicker, show, type UiStep, withEvent } from '../state/step.js';
import { refuse, type Typed } from './command.js';
import { NO_RULES, noRule, PERMISSIONS_USAGE, REMOVE_USAGE } from './messages.js';

/** `/permissions`: the rules in force; with `test …` what would become of something; with `remove N` one less. */
export function runPermissions(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session } = context;
	const [, verb = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(typed.command.args) ?? [];
	switch (verb) {
		case '': {
			const picker = permissionsPicker(session);
			return picker.items.length > 0
				? show(openPicker(ui, picker))
				: withEvent(ui, { type: 'note', level: 'info', ...NO_RULES });
		}
		case 'test': {
			const target = parseTarget(rest);
			if (!target.ok) return refuse(context, typed, target.failure.message);
			return withEvent(ui, { type: 'test-permission', target: target.value });
		}
		case 'remove': {
			const rule = /^\d+$/.test(rest) ? session.rules[Number(rest) - 1] : undefined;
			if (rule === undefined) return refuse(context, typed, rest === '' ? REMOVE_USAGE : noRule(rest));
			return removeRule(context, rule);
		}
		default:
			return refuse(context, typed, PERMISSIONS_USAGE);
	}
}
