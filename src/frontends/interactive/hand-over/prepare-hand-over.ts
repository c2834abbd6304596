import type { App } from '../../../app/app.js';
import { handOverText } from '../../../core/sessions/hand-over-text.js';
import { clip } from '../../../core/text/clip.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { reduceComposer } from '../../../view/composer/composer.js';
import { beginHandOver } from '../../../view/hand-over/hand-over-draft.js';
import type { ScreenContext } from '../../../view/state/context.js';
import { show, toast, type UiStep } from '../../../view/state/ui-step.js';
import type { InteractiveOptions } from '../interactive-options.js';

type Open = (context: ScreenContext) => UiStep;

/** Milliseconds of the message that says why there is no hand-over. */
const LONG = 8000;

/** Drafts the first prompt for the agent named first in `typed`, with the rest as the user's wish. Starts nothing. */
export async function prepareHandOver(
	{ app, handOver }: { readonly app: App } & Pick<InteractiveOptions, 'handOver'>,
	typed: string,
): Promise<Open> {
	const [, name = '', words = ''] = /^\s*(\S*)\s*(.*)$/s.exec(typed) ?? [];
	if (handOver === undefined) return refuse(typed, 'This run has one session only');
	const port = await handOver();
	const checked = await port.check(name, app.getState());
	if (!checked.ok) return refuse(typed, checked.failure.message);
	const text = handOverText(app.getState(), { maxChars: port.maxChars, redact: port.redact, words });
	if (text === '') return refuse(typed, 'Nothing was said yet, so there is nothing to hand over');
	return ({ ui }) => show(beginHandOver(ui, clip(sanitizeLine(checked.value), 40), text));
}

/** Says why not, and restores the command unless something else was written meanwhile. */
const refuse =
	(typed: string, why: string): Open =>
	({ ui, now }) => {
		const isFree = ui.composer.draft.text === '';
		const composer = isFree
			? reduceComposer(ui.composer, { type: 'set-text', text: `/handover ${typed}` })
			: ui.composer;
		return show(toast({ ...ui, panel: { kind: 'none' }, composer }, sanitizeLine(why), now, LONG));
	};
