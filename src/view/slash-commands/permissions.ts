import { parseTarget } from '../../core/policy/test-target.js';
import { holderText } from '../pickers/holder-text.js';
import { permissionsPicker, removeRule } from '../pickers/permissions.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { openPicker, show, type UiStep, withEvent } from '../state/step.js';
import {
	NO_RULES,
	noRule,
	PERMISSIONS_USAGE,
	REMOVE_USAGE,
	RULES_HINT,
	WHY_NOT_HELD,
} from './slash-commands-messages.js';

/** Columns below which the words of a row are not read whole in it. */
const NARROW = 60;

/** The list of what is let through; `isWhy`: with the words on what the agent is not held to, which can be read on any screen. */
export function openPermissions({ ui, session }: ScreenContext, isWhy: boolean): UiStep {
	const picker = permissionsPicker(session);
	const holder = holderText(session);
	if (picker.items.length === 0) {
		// Where the rules come from is not what was asked, and has no room on a low screen.
		const detail = isWhy ? holder : `${holder}\n${NO_RULES.detail}`;
		return withEvent(ui, { type: 'note', level: 'info', ...NO_RULES, detail });
	}
	const at = isWhy ? picker.items.findIndex(({ choice }) => choice.type !== 'rule') : -1;
	const { more: words = '', label = '', detail = '' } = picker.items[at] ?? {};
	if (isWhy && at < 0) return withEvent(ui, { type: 'note', level: 'info', title: holder, hint: RULES_HINT });
	if (words === '') return show(openPicker(ui, picker));
	// They stand above the rows, once.
	const items = picker.items.map((item, index) => (index === at ? { ...item, more: '' } : item));
	// A narrow row has no room for what can be done about it.
	const isCut = ui.columns < NARROW && detail !== '';
	const text = { title: WHY_NOT_HELD, paragraphs: [words, ...(isCut ? [`${label}: ${detail}`] : [])], scroll: 0 };
	return show(openPicker(ui, { ...picker, items, selected: at, text }));
}

/** `/permissions`: the rules in force; with `test …` what would become of something; with `remove N` one less. */
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
			if (rule === undefined) return refuse(context, typed, rest === '' ? REMOVE_USAGE : noRule(rest));
			return removeRule(context, rule);
		}
		default:
			return refuse(context, typed, PERMISSIONS_USAGE);
	}
}
