import type { AppEvent } from '../../core/event.js';
import { openHandOver } from '../hand-over/command.js';
import { openPicker, show, type UiRequest, type UiStep, withEvent } from '../state/step.js';
import { openAgents } from './agent.js';
import { hasChoices } from './failed-picker.js';
import { modelPicker } from './model.js';
import type { PickerRow } from './picker-row.js';
import { openRewind } from './rewind.js';

const HOLD: UiRequest = { type: 'dispatch', event: { type: 'retry-hold' } };

/** What can be done about a prompt that a limit stopped. */
export const failedRow: PickerRow<'failed'> = {
	choose(context, { next }) {
		const { ui, session } = context;
		switch (next) {
			case 'at-reset':
				return withEvent(ui, { type: 'retry-at-reset' });
			case 'again':
				return withEvent(ui, { type: 'retry-now' });
			case 'leave':
				return withEvent(ui, { type: 'retry-leave' });
			case 'model': {
				const picker = modelPicker(session);
				return after(HOLD, show(picker === null ? ui : openPicker(ui, picker)));
			}
			case 'agent':
				return after(HOLD, openAgents(context));
			case 'hand-over':
				return after(HOLD, openHandOver(context));
			case 'new':
				return after(HOLD, withEvent(ui, { type: 'new-session' }));
			case 'compact':
				return after(
					HOLD,
					withEvent(
						ui,
						session.commands.some(({ name }) => name === 'compact')
							? compactPrompt(context.now)
							: { type: 'branch-session', branch: { kind: 'compact' } },
					),
				);
			case 'rewind':
				return after(HOLD, openRewind(context));
		}
	},
	// What it is about is settled, or another prompt was sent.
	follow: (picker, { failed }) => (failed !== undefined && hasChoices(failed) ? picker : null),
};

function after(first: UiRequest, step: UiStep): UiStep {
	return { ...step, requests: [first, ...step.requests] };
}

/** What is held goes after it. */
function compactPrompt(now: number): AppEvent {
	const text = '/compact';
	return { type: 'prompt', prompt: { id: `compact-${now}`, text, blocks: [{ type: 'text', text }] } };
}
