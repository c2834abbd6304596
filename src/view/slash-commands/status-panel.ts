import { styled } from '../line.js';
import { opens } from '../panel/engine.js';
import type { Choose, PanelKind } from '../panel/panel.js';
import { openAgents } from '../pickers/agent-panel.js';
import { openSandboxes } from '../pickers/agent-sandbox-panel.js';
import { modePanel } from '../pickers/mode-panel.js';
import { modelPanel } from '../pickers/model-panel.js';
import { STATUS_TITLE } from '../pickers/pickers-messages.js';
import { queuePanel } from '../pickers/queue-panel.js';
import { panelStep } from '../state/ui-step.js';
import { open as openMcp } from './mcp-panel.js';
import { type StatusSubject, statusFacts, statusText } from './status-facts.js';

/** Facts of agent and session; enter opens the list where one is changed. */
const statusPanel: PanelKind = {
	name: 'status',
	spokenOnce: ({ session, lookups, now }) => [
		STATUS_TITLE,
		...statusText(session, now, lookups.settings?.untrusted).split('\n'),
	],
	panel: ({ session, lookups, now }) => ({
		title: STATUS_TITLE,
		keyWords: 'enter changes what it can',
		rows: statusFacts(session, now, lookups.settings?.untrusted).map(({ label, words, role, subject }, index) => ({
			id: `${index} ${label}`,
			label,
			signs: [role === undefined ? { text: '  ' } : styled('● ', { color: role })],
			detail: words,
			...(subject === undefined ? {} : { choose: OPENERS[subject] }),
		})),
	}),
};

export const open = opens(statusPanel);

const OPENERS: Readonly<Record<StatusSubject, Choose>> = {
	agent: openAgents,
	sandbox: openSandboxes,
	mode: opens(modePanel),
	model: opens(modelPanel),
	mcp: openMcp,
	config: panelStep('settings'),
	queue: opens(queuePanel),
};
