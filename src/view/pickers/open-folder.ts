import type { SandboxChoice } from '../../core/agents/sandbox-choice.js';
import { folderToOpen } from '../../core/session/sandbox/refused.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep } from '../state/step.js';
import { runningAgent } from './agent-sandbox.js';
import { OPEN_FOLDER, SANDBOXES } from './agent-sandbox-messages.js';
import { endTurn } from './end-turn.js';

/** Whether the folder is opened to the agent that was refused it; null where there is none to open. */
export function openRefusedFolder(context: ScreenContext): UiStep | null {
	const refused = folderToOpen(context.session);
	return refused === null ? null : show(openPanel(context, openFolderPanel, refused.folder));
}

/** Another folder than the one that it was opened for, or none any more, is another question. */
const openFolderPanel: PanelKind<string> = {
	name: 'open-folder',
	panel({ session }, asked) {
		const refused = folderToOpen(session);
		if (refused?.folder !== asked) return null;
		const { folder, path, keptIn } = refused;
		const agent = runningAgent(session);
		const opening = { sandbox: session.profile.sandbox, opens: folder, isNamedByAgent: true } as const;
		const row = (id: string, label: string, detail: string, sandbox: SandboxChoice): PanelRow => ({
			...{ id, label, detail },
			choose: (context) => endTurn(context, { next: 'choose-sandbox', words: null, sandbox }),
		});
		const always = (kept: NonNullable<typeof keptIn>): PanelRow =>
			row('always', SANDBOXES.always(agent), `adds it to agents.${kept.name}.writable in ${sanitizeLine(kept.file)}`, {
				...opening,
				isKept: true,
			});
		return {
			title: `Let ${agent} write to this folder?`,
			text: {
				title: 'Folder',
				paragraphs: [
					OPEN_FOLDER.what(agent, sanitizeLine(folder)),
					`${agent} named it: the sandbox kept it from writing ${sanitizeLine(path)}.`,
				],
			},
			// No is chosen first: the agent named the folder.
			rows: [
				{ id: 'no', label: 'Not now', choose: ({ ui }) => show(ui) },
				row('once', 'In this session', SANDBOXES.until, { ...opening, isKept: false }),
				...(keptIn === null ? [] : [always(keptIn)]),
			],
		};
	},
};
