import type { Result } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { createVim } from '../composer/vim/vim.js';
import { clipboardKey } from '../composer/vim-keys.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import { show, toast, type UiStep } from '../state/step.js';
import { pressVimKey } from './focused-line.js';

/** The code is there: drafts and fields can have vim's keys. */
export function open({ ui }: ScreenContext): UiStep {
	return show({ ...ui, appearance: { ...ui.appearance, vim: createVim() } });
}

/** Puts what the system's clipboard holds where a key asked for it; why it could not be read is said. */
export function receiveClipboard(context: ScreenContext, read: Result<string>): UiStep {
	const command = clipboardKey(read.ok ? read.value : null);
	const step = formsIn(context.ui)?.press(context, command) ?? pressVimKey(context, command);
	if (read.ok) return step;
	const { message, hint = '' } = read.failure;
	return { ...step, ui: toast(step.ui, sanitizeLine(`${message} ${hint}`), context.now) };
}
