import { copyPicker } from '../pickers/copy.js';
import { embeddedFilePicker, type FileUse, filesOfSession } from '../pickers/embedded-file.js';
import { chooseItem } from '../pickers/pickers.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker } from '../state/picker.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { openPicker, show, toast, type UiStep } from '../state/step.js';
import * as messages from './slash-commands-messages.js';

/** `/copy`: the list; what has this number in it. */
export function copy(context: ScreenContext, typed: Typed): UiStep {
	const picker = copyPicker(context.session);
	if (picker === null) return refuse(context, typed, messages.NOTHING_TO_COPY_YET);
	return chooseNumber(context, typed, picker);
}

/** `/open`, `/save`: the list; the file that has this number in it. */
export function runOnFile(context: ScreenContext, typed: Typed, use: FileUse): UiStep {
	const picker = embeddedFilePicker(filesOfSession(context.session, use), use);
	if (picker === null) return refuse(context, typed, messages.NO_FILES[use]);
	return chooseNumber(context, typed, picker);
}

function chooseNumber(context: ScreenContext, typed: Typed, picker: Picker): UiStep {
	const { ui, now } = context;
	const { args, name } = typed.command;
	if (args === '') return show(openPicker(ui, picker));
	if (!/^\d+$/.test(args)) return refuse(context, typed, messages.numberUsage(name));
	return (
		chooseItem(context, picker, Number(args) - 1) ??
		show(toast(openPicker(ui, picker), messages.noNumber(args, name), now))
	);
}
