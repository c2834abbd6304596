import { ranCommand } from '../../core/session/entries/command-output.js';
import type { UserCommand } from '../../core/session/entries/entry.js';
import { runningCommand, runningCommands } from '../../core/session/entries/user-commands.js';
import { formatDuration } from '../duration.js';
import { styled } from '../line.js';
import { opens } from '../panel/engine.js';
import { type PanelAction, type PanelKind, panelOf } from '../panel/panel.js';
import { clipLine } from '../spans.js';
import { withoutToast } from '../state/ui-step.js';

/** Fewer cells have no room for where a command runs. */
const NARROW = 60;

/** The user's own commands that run, the newest first, with the end of what each has written. */
const ownCommandsPanel: PanelKind = {
	name: 'own-commands',
	keys: 'own-commands',
	panel({ session, now }) {
		const running = runningCommands(session);
		const front = runningCommand(session)?.id;
		return panelOf({
			title: 'Your running commands',
			empty: 'None of your commands runs. ! at the start of the draft runs one, ctrl+b sends it to the background.',
			rows: running.map((command) => ({
				id: command.id,
				label: command.line,
				edge: (width) => {
					const place = command.id === front ? 'in the foreground' : 'in the background';
					const time = formatDuration(now - command.startedAt);
					return [styled(width < NARROW ? time : `${place} · ${time}`, { color: 'muted' })];
				},
				command,
			})),
			actions: (row) => (row === undefined ? [] : actionsOn(row.command)),
			detail: ({ command }, width, rows) =>
				ranCommand(command)
					.output.split('\n')
					.slice(-rows)
					.map((text) => clipLine([styled(text, { color: 'muted' })], width)),
			wakeAt: running.length === 0 ? null : now - (now % 1000) + 1000,
		});
	},
	/** The word about a stop goes with the command. */
	follow({ ui, session }) {
		const said = ui.toast?.text ?? '';
		const isOver =
			said.startsWith(stopping('')) && runningCommands(session).every(({ line }) => said !== stopping(line));
		return isOver ? { ui: withoutToast(ui) } : null;
	},
};

const stopping = (line: string): string => `Stopping: ${line}`;

export const open = opens(ownCommandsPanel);

function actionsOn({ id: commandId, line }: UserCommand): readonly PanelAction<null>[] {
	return [
		{
			id: 'own-commands-attach',
			words: 'type into it',
			isEnter: true,
			closes: true,
			run: () => ({ requests: [{ type: 'attach-command', commandId }] }),
		},
		{
			id: 'own-commands-end',
			words: 'stop it',
			spoken: 'stop it',
			isGuarded: true,
			run: () => ({
				words: stopping(line),
				requests: [{ type: 'dispatch', event: { type: 'end-command', commandId } }],
			}),
		},
	];
}
