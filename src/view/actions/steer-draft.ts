import { insert } from '../composer/buffer.js';
import { editing, sendDraftIntoTurn } from '../composer/commands.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep } from '../state/step.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { NOTHING_TO_STEER } from './actions-messages.js';
import { act } from './draft.js';

/** What the key does to a draft where no turn runs. */
export const newLine = editing((draft) => insert(draft, '\n'));

/** Sends the draft into the turn that runs; without one the key makes a new line. */
export function steerDraft(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	if (session.turn === null) return act(context, { type: 'command', command: newLine });
	if (isDraftEmpty(ui)) return show(toast(ui, NOTHING_TO_STEER, now));
	return act(context, { type: 'command', command: sendDraftIntoTurn });
}
