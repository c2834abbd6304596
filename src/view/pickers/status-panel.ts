import { styled } from '../line.js';
import { opens } from '../panel/engine.js';
import type { Choose, PanelKind } from '../panel/panel.js';
import { type StatusSubject, statusFacts, statusText } from '../slash-commands/status.js';
import { panelStep } from '../state/step.js';
import { openAgents } from './agent.js';
import { openSandboxes } from './agent-sandbox.js';
import { open as openMcp } from './mcp-panel.js';
import { modePanel } from './mode.js';
import { modelPanel } from './model.js';
import { STATUS_TITLE } from './pickers-messages.js';
import { queuePanel } from './queue.js';

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
