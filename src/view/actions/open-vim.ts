import type { Result } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { createVim } from '../composer/vim/vim.js';
import { clipboardKey } from '../composer/vim-keys.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import { pressVimKey } from './focused-line.js';

/** The code is there: drafts and fields can have vim's keys. */
export function open({ ui }: ScreenContext): UiStep {
	return show({ ...ui, appearance: { ...ui.appearance, vim: createVim() } });
}

/** Puts what the system's clipboard holds where a key asked for it; why it could not be read is said. */
export function receiveClipboard(context: ScreenContext, read: Result<string>): UiStep {
	const command = clipboardKey(read.ok ? read.value : null);
	const step = formsIn(context.ui)?.press(context, command) ?? pressVimKey(context, command);
	const before = vims(context.ui);
	const isPut = vims(step.ui).some((vim, at) => vim !== before[at]);
	if (read.ok)
		return isPut
			? step
			: { ...step, ui: toast(step.ui, 'Not pasted: you typed on before the clipboard was read', context.now) };
	const { message, hint = '' } = read.failure;
	return { ...step, ui: toast(step.ui, sanitizeLine(`${message} ${hint}`), context.now) };
}

/** Vim's keys of all that has some: a command that is carried out changes one. */
function vims({ lineDraft, forms, composer }: UiState): readonly unknown[] {
	return [lineDraft?.vim, forms?.vim, composer.vim];
}
