import { expandDraft } from '../composer/chips.js';
import { parseSlash } from '../composer/slash.js';
import { localCommands } from '../slash-commands/commands.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import { show, toast, type UiStep } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import * as messages from './messages.js';

/**
 * What a line does that was entered while a form is in front; null where none is, or the line is for something else.
 * `emptied` is the state without it, `since` when it was begun (ms since the epoch).
 */
export function enterIntoForm(context: ScreenContext, emptied: UiState, since: number): UiStep | null {
	const { ui, session, now } = context;
	const forms = formsIn(ui);
	if (forms === null || session.questions[0]?.kind !== 'elicitation-form' || ui.question === null) return null;
	const text = expandDraft(ui.composer.draft);
	if (parseSlash(text, localCommands, [])?.kind === 'local') return null;
	if (text !== '' && since <= ui.question.visibleAt) return show(toast(emptied, messages.begunBefore('it'), now));
	return forms.enter({ ...context, ui: emptied }, text);
}
