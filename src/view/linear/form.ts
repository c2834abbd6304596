import { expandDraft } from '../composer/chips.js';
import { parseSlash } from '../composer/slash.js';
import { localCommands } from '../slash-commands/commands.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import { show, toast, type UiStep } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import * as messages from './messages.js';

/**
 * Enters a line into the form in front; null where none is, or the line is for something else. `emptied` is the state
 * without the line, `since` when the line was begun (ms since the epoch).
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
