import type { LineEdit } from '../line-edits.js';
import { panelIn } from '../panel/loaded-panel.js';
import type { TextLine } from '../panel/text-line.js';
import { panelOfSignIn } from '../sign-in/in-front.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep } from '../state/step.js';
import { searchLine } from './search.js';

/** The line of text that the topmost thing on the screen has for keys; null where it has none. */
export function focusedLine(context: ScreenContext): TextLine | null {
	const { ui } = context;
	switch (ui.panel.kind) {
		case 'loaded':
			return panelIn(ui)?.line(context) ?? null;
		case 'loading':
			return null;
		case 'none':
			return panelOfSignIn(context)?.line(context) ?? searchLine(context);
	}
}

export const editLine =
	(edit: LineEdit) =>
	(context: ScreenContext): UiStep => {
		const line = focusedLine(context);
		return line === null ? show(context.ui) : line.set(edit(line.text));
	};
