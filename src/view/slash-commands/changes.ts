import type { ScreenContext } from '../state/context.js';
import type { Command } from '../state/slash-command.js';
import { loadPanel, type UiStep, withEvent, withoutToast } from '../state/step.js';
import { runUndo, whyNoRedo } from './undo.js';

/** Commands on what the agent changed. */
export const changeCommands: readonly Command[] = [
	{
		name: 'undo',
		description: 'undo the file changes of the last turn',
		hint: '[all | FILE]',
		isReserved: true,
		run: runUndo,
	},
	{
		name: 'redo',
		description: 'restore what /undo took back',
		isReserved: true,
		whyNot: whyNoRedo,
		run: ({ ui }) => withEvent(withoutToast(ui), { type: 'redo' }),
	},
	{
		name: 'changes',
		description: 'review what an agent in the shadow sandbox changed: apply, leave or discard it, file by file',
		isReserved: true,
		run: runChanges,
	},
];

/** `/changes`: the review of what waits in the agent's view of the workspace, looked at anew. */
function runChanges({ ui, session }: ScreenContext): UiStep {
	const look = withEvent(ui, { type: 'shadow', request: { do: 'look' } });
	if (session.shadow === undefined) return look;
	// One that was about to open by itself is the user's now: its keys act at once.
	const asked = ui.review === undefined ? ui : { ...ui, review: { ...ui.review, isUnasked: false } };
	const opened = loadPanel(asked, 'changes');
	return { ui: opened.ui, requests: [...look.requests, ...opened.requests] };
}
