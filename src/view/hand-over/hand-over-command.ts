import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { chooseAgentFor } from '../pickers/agent-panel.js';
import { NOTHING_TO_BRANCH } from '../rewind/rewind-messages.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { loadPanel, show, toast, type UiStep } from '../state/ui-step.js';
import { STOP_FIRST } from './hand-over-draft.js';

/** Why this session cannot be handed over now; null where it can. */
function whyNot({ session }: ScreenContext): string | null {
	if (session.turn !== null) return STOP_FIRST;
	const isBegun = findLastEntry(session.entries, ({ kind }) => kind === 'user') >= 0 || session.queue.length > 0;
	return isBegun ? null : NOTHING_TO_BRANCH;
}

/** `/handover`: the draft for the agent that is named, else the list of agents. */
export function runHandOver(context: ScreenContext, typed: Typed): UiStep {
	const why = whyNot(context);
	if (why !== null) return refuse(context, typed, why);
	const { args } = typed.command;
	return args === '' ? openHandOver(context) : loadPanel(context.ui, 'hand-over', args);
}

export function openHandOver(context: ScreenContext): UiStep {
	const why = whyNot(context);
	return why === null ? chooseAgentFor(context, 'hand-over') : show(toast(context.ui, why, context.now));
}
