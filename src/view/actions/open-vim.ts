import { createVim } from '../composer/vim/vim.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep } from '../state/step.js';

/** The code is there: drafts and fields can have vim's keys. */
export function open({ ui }: ScreenContext): UiStep {
	return show({ ...ui, appearance: { ...ui.appearance, vim: createVim() } });
}
