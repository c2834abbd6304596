import { cycleMode } from '../../../core/policy/modes.js';
import { unsentCommand } from '../../../core/session/entries/user-commands.js';
import { folderToOpen } from '../../../core/session/sandbox/refused.js';
import { OPEN_FOLDER } from '../../pickers/agent-sandbox-messages.js';
import { openRefusedFolder } from '../../pickers/open-folder.js';
import { acceptEdits } from '../../questions/accept-edits.js';
import { openPermissions } from '../../slash-commands/permissions.js';
import { openUndo } from '../../slash-commands/undo.js';
import { loadPanel, withEvent, withRequests } from '../../state/step.js';
import { group, key } from '../action.js';
import { NO_COMMAND, NO_OUTPUT } from '../actions-messages.js';
import { attachOwnCommand, endOwnCommand, isCommandRunning, shareOwnCommand } from '../own-command.js';
import { dismiss, interrupt, leave } from '../stopping.js';

const sessionGroup = group('global', 'Session');
const emptyDraftGroup = group('empty-draft', 'Session');

/** Stopping, leaving, modes and what runs beside the draft. */
export const sessionActions = {
	...sessionGroup({
		interrupt: key('stop the turn, else clear the draft; twice: quit', interrupt, 'ctrl+c'),
		dismiss: {
			keys: ['escape'],
			help: 'close what is open, else stop the turn; twice: clear the draft, on an empty one go back to a prompt',
			hint: ({ session: { turn, questions, failed, reopening } }) =>
				(turn === null ? (failed ?? reopening)?.wait !== undefined : turn.cancelledAt === undefined) &&
				questions.length === 0
					? 'stop'
					: null,
			run: dismiss,
		},
		'cycle-mode': {
			keys: ['shift+tab'],
			help: 'next mode: default, accept edits, plan; on a question about an edit: accept it and the edits after it',
			run(context) {
				const { mode, isBypassAllowed } = context.session.mode;
				return (
					acceptEdits(context) ?? withEvent(context.ui, { type: 'set-mode', mode: cycleMode(mode, isBypassAllowed) })
				);
			},
		},
		'undo-turn': key('undo the file changes of the last turn', openUndo, 'alt+u'),
		subagents: {
			...key(
				'show the agents that the agent has started; read, or stop, one of them',
				({ ui }) => loadPanel(ui, 'subagents'),
				'alt+g',
			),
		},
		'end-command': {
			keys: ['alt+k'],
			help: 'stop your running command',
			when: isCommandRunning,
			whyNot: NO_COMMAND,
			run: endOwnCommand,
		},
		'share-command': {
			keys: ['alt+p'],
			help: 'send your command’s output with the next prompt, or keep it private',
			when: ({ session }) => unsentCommand(session) !== null,
			whyNot: NO_OUTPUT,
			run: shareOwnCommand,
		},
		'attach-command': {
			keys: ['alt+t'],
			help: 'type into your running command',
			when: isCommandRunning,
			whyNot: NO_COMMAND,
			run: attachOwnCommand,
		},
		permissions: key(
			'show the rules in force, and what holds the agent',
			(context) => openPermissions(context, true),
			'alt+i',
		),
		'open-folder': {
			keys: ['alt+e'],
			help: 'let the agent write to the folder that its sandbox refused it; you are asked first',
			hint: ({ session, ui }) => (ui.panel.kind === 'none' && folderToOpen(session) !== null ? 'open folder' : null),
			when: ({ session }) => folderToOpen(session) !== null,
			whyNot: OPEN_FOLDER.none,
			run: openRefusedFolder,
		},
		suspend: key('suspend; fg resumes', ({ ui }) => withRequests(ui, { type: 'suspend' }), 'ctrl+z'),
	}),
	...emptyDraftGroup({
		help: {
			keys: ['?'],
			help: 'show these keys (on an empty draft)',
			hint: 'keys',
			run: ({ ui }) => loadPanel(ui, 'help'),
		},
		leave: key('quit (on an empty draft)', leave, 'ctrl+d'),
	}),
};
