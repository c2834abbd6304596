import type { PanelKind } from '../panel/panel.js';
import { crashList as words } from '../recovery/recovery-messages.js';
import { withEvent } from '../state/step.js';
import { openAgents } from './agent.js';

export const crashPanel: PanelKind = {
	name: 'crashed',
	panel({ session: { recovery } }) {
		if (recovery?.isAsked !== true) return null;
		return {
			title: words.title(recovery.crashes.length),
			rows: [
				{
					...{ id: 'again', label: words.again, detail: words.againDetail },
					choose: ({ ui }) => withEvent(ui, { type: 'restart-agent' }),
				},
				{ id: 'agent', label: words.agent, detail: words.agentDetail, choose: openAgents },
				{
					...{ id: 'leave', label: words.leave, detail: words.leaveDetail },
					choose: ({ ui }) => withEvent(ui, { type: 'restart-stop' }),
				},
			],
		};
	},
};
