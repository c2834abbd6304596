import { modeLabel } from '../../core/policy/modes.js';
import { saveStatusLine } from '../frame/own-status-line.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import { rowsIn } from '../panel/panel-state.js';
import { copyPanel, targetsIn } from '../pickers/copy-panel.js';
import { embeddedFilePanel, type FileUse, filesOfSession } from '../pickers/embedded-file-panel.js';
import { modePanel, modesInReach, setOwn } from '../pickers/mode-panel.js';
import { modelOptions, modelPanel, rowId } from '../pickers/model-panel.js';
import { noTheme, withTheme } from '../pickers/set-theme.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { loadPanel, show, toast, type UiStep, withEvent, withoutToast, withRequests } from '../state/ui-step.js';
import { STATUS_PARTS } from '../ui-options.js';
import { fitsSeveral, NO_FILES, NO_MODELS } from './slash-commands-messages.js';

type Named = { readonly id: string; readonly name: string };

/** `/mode`: the list; the mode that is named. Where ours and the agent's both fit, ours is meant. */
export function setMode(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args } = typed.command;
	if (args === '') return show(openPanel(context, modePanel, null));
	const reached = [
		...modesInReach(session).map((mode) => ({
			id: mode,
			name: modeLabel(mode),
			event: { type: 'set-mode', mode } as const,
		})),
		...session.ownModes.map((each) => ({ id: each.name, name: each.name, event: setOwn(each) })),
	];
	const [own, ...others] = namedBy(reached, args);
	if (own !== undefined && others.length === 0) return withEvent(ui, own.event);
	const [found, ...more] = own === undefined ? namedBy(session.agentModes?.available ?? [], args) : [];
	if (found !== undefined && more.length === 0) return withEvent(ui, { type: 'set-agent-mode', modeId: found.id });
	const isNone = own === undefined && found === undefined;
	if (isNone && namedBy([{ id: 'bypassPermissions', name: modeLabel('bypassPermissions') }], args).length > 0)
		return show(toast(ui, 'bypassPermissions needs --allow-bypass on the command line', now));
	return chooseFromList(context, typed, modePanel, isNone ? `No mode “${args}”` : fitsSeveral(args));
}

export function setModel(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args } = typed.command;
	if (args === '' && openModels(context) !== null) return openModels(context) ?? show(ui);
	if (rowsIn(context, modelPanel, null).length === 0) return refuse(context, typed, NO_MODELS);
	const choices = modelOptions(session).flatMap((option) =>
		option.type === 'select' ? option.choices.map(({ value, name }) => ({ id: value, name, optionId: option.id })) : [],
	);
	const found = namedBy(choices, args);
	const [choice, ...more] = found;
	if (choice !== undefined && more.length === 0) {
		return withEvent(ui, { type: 'set-config-option', optionId: choice.optionId, value: choice.id });
	}
	if (found.length === 0) return chooseFromList(context, typed, modelPanel, `No model “${args}”`);
	const rows = found.map(({ id, optionId }) => rowId(optionId, id));
	return show(toast(openPanel(context, modelPanel, rows), fitsSeveral(args), now));
}

export function openModels(context: ScreenContext): UiStep | null {
	return rowsIn(context, modelPanel, null).length === 0 ? null : show(openPanel(context, modelPanel, null));
}

export function openThinking(context: ScreenContext): UiStep | null {
	return rowsIn(context, modelPanel, 'thinking').length === 0 ? null : show(openPanel(context, modelPanel, 'thinking'));
}

/** `/statusline model cost`: the parts of the row above the footer; `off`: none. Without words a list of all parts. */
export function setStatusLine(context: ScreenContext, typed: Typed): UiStep {
	const words = typed.command.args
		.toLowerCase()
		.split(/[\s,]+/)
		.filter((word) => word !== '');
	if (words.length === 0) return loadPanel(context.ui, 'status-line');
	const parts = words[0] === 'off' ? [] : STATUS_PARTS.filter((part) => words.includes(part));
	const unknown = words.find((word) => word !== 'off' && !parts.some((part) => part === word));
	if (unknown !== undefined) return refuse(context, typed, `No part “${unknown}”: ${STATUS_PARTS.join(', ')}, or off`);
	const inOrder = [...parts].sort((one, other) => words.indexOf(one) - words.indexOf(other));
	const { ui } = context;
	return withRequests({ ...ui, appearance: { ...ui.appearance, statusLine: inOrder } }, saveStatusLine(inOrder));
}

export function setTheme(context: ScreenContext, typed: Typed): UiStep {
	const { ui } = context;
	const { args } = typed.command;
	const [found, ...more] = namedBy(
		ui.appearance.names.map((name) => ({ id: name, name })),
		args,
	);
	if (found !== undefined && more.length === 0) return withTheme(context, found.id);
	if (found === undefined && /\s/.test(args)) return refuse(context, typed, noTheme(args));
	return loadPanel(ui, 'themes', args);
}

export function toggleVim({ ui }: ScreenContext): UiStep {
	const editor = ui.appearance.editor === 'vim' ? 'emacs' : 'vim';
	return withRequests({ ...ui, appearance: { ...ui.appearance, editor } }, { type: 'keep-editor', editor });
}

/**
 * Shows the list where no entry, or several, have the name. Several words stay in the draft: they were meant for
 * something else.
 */
function chooseFromList<State>(
	context: ScreenContext,
	typed: Typed,
	kind: PanelKind<State | null>,
	why: string,
): UiStep {
	if (/\s/.test(typed.command.args)) return refuse(context, typed, why);
	return show(toast(openPanel(context, kind, null), why, context.now));
}

/**
 * The item with that id, else with that name, else all whose names contain it, else one whose name differs in
 * punctuation.
 */
function namedBy<T extends Named>(items: readonly T[], typed: string): readonly T[] {
	const wanted = typed.trim().toLowerCase();
	if (wanted === '') return [];
	const first = (fits: (item: T) => boolean): readonly T[] => {
		const found = items.find(fits);
		return found === undefined ? [] : [found];
	};
	const byId = first(({ id }) => id.toLowerCase() === wanted);
	if (byId.length > 0) return byId;
	const byName = first(({ name }) => name.toLowerCase() === wanted);
	if (byName.length > 0) return byName;
	const held = items.filter(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted));
	if (held.length > 0) return held;
	// “accept-edits” is written as a mode of a command line would be.
	const words = wordsOf(wanted);
	return words === '' ? [] : first(({ id, name }) => wordsOf(id) === words || wordsOf(name) === words);
}

function wordsOf(name: string): string {
	return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

export function copy(context: ScreenContext, typed: Typed): UiStep {
	const targets = targetsIn(context.session);
	if (targets.length === 0) return refuse(context, typed, 'Nothing to copy yet');
	return chooseNumber(context, typed, copyPanel, targets);
}

export function runOnFile(context: ScreenContext, typed: Typed, use: FileUse): UiStep {
	const files = filesOfSession(context.session, use);
	if (files.length === 0) return refuse(context, typed, NO_FILES[use]);
	return chooseNumber(context, typed, embeddedFilePanel, { files, use });
}

function chooseNumber<State>(context: ScreenContext, typed: Typed, kind: PanelKind<State>, own: State): UiStep {
	const { args, name } = typed.command;
	if (args === '') return show(openPanel(context, kind, own));
	if (!/^\d+$/.test(args)) return refuse(context, typed, `Usage: /${name} [NUMBER]`);
	const row = rowsIn(context, kind, own)[Number(args) - 1];
	const closed = { ...context, ui: withoutToast(context.ui) };
	return (
		row?.choose?.(closed) ??
		show(toast(openPanel(context, kind, own), `There is no number ${args} to ${name}`, context.now))
	);
}
