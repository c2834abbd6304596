import type { PanelKind } from '../panel/panel.js';
import { withEvent } from '../state/step.js';
import { openAgents } from './agent.js';

export const crashPanel: PanelKind = {
	name: 'crashed',
	panel({ session: { recovery } }) {
		if (recovery?.isAsked !== true) return null;
		return {
			title: `The agent crashed ${recovery.crashes.length} times`,
			rows: [
				{
					...{ id: 'again', label: 'Start it again', detail: 'resumes the session' },
					choose: ({ ui }) => withEvent(ui, { type: 'restart-agent' }),
				},
				{ id: 'agent', label: 'Another agent', detail: 'what is queued waits', choose: openAgents },
				{
					...{ id: 'leave', label: 'Leave it', detail: 'enter or /restart starts it later' },
					choose: ({ ui }) => withEvent(ui, { type: 'restart-stop' }),
				},
			],
		};
	},
};
