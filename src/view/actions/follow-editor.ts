import { reduceComposer } from '../composer/composer.js';
import type { ScreenContext } from '../state/context.js';
import { loadPanel, show, type UiStep } from '../state/step.js';
import { focusedLine, withLineDraft } from './focused-line.js';

/** Brings the draft and the line of text up to the keys that are wanted; the code of vim's is loaded first. */
export function followEditor(context: ScreenContext): UiStep {
	const { ui } = context;
	const { appearance, composer } = ui;
	const isWanted = appearance.editor === 'vim';
	const isPlain = !isWanted && composer.vim === null && ui.lineDraft === undefined;
	const isText = ui.panel.kind === 'loaded' && focusedLine(context)?.isOfSeveralLines === true;
	if (isPlain && !isText) return show(ui);
	if (isWanted && appearance.vim === undefined) {
		return { ui: { ...ui, appearance: { ...appearance, vim: null } }, requests: loadPanel(ui, 'vim').requests };
	}
	const vim = isWanted ? (appearance.vim ?? null) : null;
	const isSame = (vim === null) === (composer.vim === null);
	const fitted = isSame ? ui : { ...ui, composer: reduceComposer(composer, { type: 'vim', vim }) };
	return show(withLineDraft({ ...context, ui: fitted }));
}
