import { withEvent } from '../state/step.js';
import { openAgents } from './agent.js';
import type { PickerRow } from './picker-row.js';

/** The list goes when its question does. */
export const crashedRow: PickerRow<'crashed'> = {
	choose(context, { next }) {
		const { ui } = context;
		switch (next) {
			case 'again':
				return withEvent(ui, { type: 'restart-agent' });
			case 'agent':
				return openAgents(context);
			case 'leave':
				return withEvent(ui, { type: 'restart-stop' });
		}
	},
	follow: (picker, { recovery }) => (recovery?.isAsked === true ? picker : null),
};
