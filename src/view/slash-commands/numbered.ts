import { openPanel } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import { rowsIn } from '../panel/state.js';
import { copyPanel, targetsIn } from '../pickers/copy.js';
import { embeddedFilePanel, type FileUse, filesOfSession } from '../pickers/embedded-file.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { show, toast, type UiStep, withoutToast } from '../state/step.js';
import * as messages from './slash-commands-messages.js';

/** `/copy`: the list; what has this number in it. */
export function copy(context: ScreenContext, typed: Typed): UiStep {
	const targets = targetsIn(context.session);
	if (targets.length === 0) return refuse(context, typed, messages.NOTHING_TO_COPY_YET);
	return chooseNumber(context, typed, copyPanel, targets);
}

/** `/open`, `/save`: the list; the file that has this number in it. */
export function runOnFile(context: ScreenContext, typed: Typed, use: FileUse): UiStep {
	const files = filesOfSession(context.session, use);
	if (files.length === 0) return refuse(context, typed, messages.NO_FILES[use]);
	return chooseNumber(context, typed, embeddedFilePanel, { files, use });
}

function chooseNumber<State>(context: ScreenContext, typed: Typed, kind: PanelKind<State>, own: State): UiStep {
	const { args, name } = typed.command;
	if (args === '') return show(openPanel(context, kind, own));
	if (!/^\d+$/.test(args)) return refuse(context, typed, messages.numberUsage(name));
	const row = rowsIn(context, kind, own)[Number(args) - 1];
	const closed = { ...context, ui: withoutToast(context.ui) };
	return (
		row?.choose?.(closed) ?? show(toast(openPanel(context, kind, own), messages.noNumber(args, name), context.now))
	);
}
