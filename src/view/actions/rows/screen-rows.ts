import { runningCommand, unsentCommand } from '../../../core/session/entries/user-commands.js';
import { nextMode } from '../../../core/session/modes/own-mode.js';
import { folderToOpen } from '../../../core/session/sandbox/refused-by-sandbox.js';
import { clip } from '../../../core/text/clip.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { ONE_TO_NINE, ONE_TO_THREE } from '../../keys/action-ids.js';
import { openRefusedFolder } from '../../pickers/agent-sandbox-panel.js';
import { modesInReach } from '../../pickers/mode-panel.js';
import { askSessions } from '../../pickers/open-sessions-panel.js';
import { acceptEdits } from '../../questions/accept-edits.js';
import { openModels, openThinking } from '../../slash-commands/choose-by-name.js';
import { openPermissions } from '../../slash-commands/permissions-command.js';
import { NO_MODELS, NO_THINKING } from '../../slash-commands/slash-commands-messages.js';
import { openUndo, reviewTurn } from '../../slash-commands/undo-commands.js';
import type { ScreenContext } from '../../state/context.js';
import { loadPanel, panelStep, requestStep, toast, type UiStep, withEvent, withRequests } from '../../state/ui-step.js';
import { group, hinted, key, numberedRows } from '../action.js';
import { NO_COMMAND, NO_OUTPUT } from '../actions-messages.js';
import { pressRecent } from '../first-key.js';
import { dismiss, interrupt, leave } from '../stopping.js';

const sessionGroup = group('global', 'Session');
const ownCommandGroup = group('own-command', 'Session');
const emptyDraftGroup = group('empty-draft', 'Session');
const firstScreenGroup = group('first-screen', 'Session');

/** Stopping, leaving, modes and what runs beside the draft. */
export const sessionActions = {
	...sessionGroup({
		interrupt: key('stop the turn, else clear the draft; twice: quit', interrupt, 'ctrl+c'),
		dismiss: {
			keys: ['escape'],
			help: 'close what is open, else stop the turn; twice: clear the draft, on an empty one go back to a prompt',
			hint: ({ session: { turn, questions, failed, reopening }, ui }) => {
				if (ui.composer.taken !== null) return 'put back';
				const stops = turn === null ? (failed ?? reopening)?.wait !== undefined : turn.cancelledAt === undefined;
				return stops && questions.length === 0 ? 'stop' : null;
			},
			run: dismiss,
		},
		'cycle-mode': {
			keys: ['shift+tab'],
			help: 'next mode: default, accept edits, plan; on a question about an edit: accept it and the edits after it',
			run(context) {
				const { session, ui } = context;
				const next = nextMode(session, modesInReach(session));
				return acceptEdits(context) ?? withEvent(ui, { type: 'set-mode', ...next });
			},
		},
		'undo-turn': key('undo the file changes of the last turn', openUndo, 'alt+u'),
		'review-turn': key('review the file changes of the last turn', reviewTurn, 'alt+r'),
		subagents: {
			...key('show the agents that the agent has started; read, or stop, one of them', panelStep('subagents'), 'alt+g'),
		},
		'end-command': {
			...key('stop your running command; /bashes lists those in the background', endOwnCommand, 'alt+k'),
			whyNot: NO_COMMAND,
		},
		'share-command': {
			...key('send your command’s output with the next prompt, or keep it private', shareOwnCommand, 'alt+h'),
			when: ({ session }) => unsentCommand(session) !== null,
			whyNot: NO_OUTPUT,
		},
		'attach-command': {
			...key('type into your running command', attachOwnCommand, 'alt+j'),
			when: ({ session }) => runningCommand(session) !== null,
			whyNot: NO_COMMAND,
		},
		'choose-model': { ...key('choose the model', openModels, 'alt+p'), whyNot: NO_MODELS },
		'choose-thinking': { ...key('choose how much the agent thinks', openThinking, 'alt+t'), whyNot: NO_THINKING },
		permissions: key(
			'show the rules in force, and what holds the agent',
			(context) => openPermissions(context, true),
			'alt+i',
		),
		'open-folder': {
			...key(
				'let the agent write to the folder that its sandbox refused it; you are asked first',
				openRefusedFolder,
				'alt+e',
			),
			hint: ({ session, ui }) => (ui.panel.kind === 'none' && folderToOpen(session) !== null ? 'open folder' : null),
			when: ({ session }) => folderToOpen(session) !== null,
			whyNot: 'There is no refused folder that can be opened here: /writable DIR opens one',
		},
		palette: {
			...key(
				'find and run any command, key, mode, model, setting, session or file',
				panelStep('palette'),
				'f1',
				'alt+x',
			),
			needsScreen: true as const,
		},
		suspend: key('suspend; fg resumes', requestStep({ type: 'suspend' }), 'ctrl+z'),
	}),
	...ownCommandGroup({
		'background-command': key('send your running command to the background', backgroundOwnCommand, 'ctrl+b'),
	}),
	...emptyDraftGroup({
		help: hinted('list the keys that work (on an empty draft, in a panel)', 'keys', panelStep('help'), '?'),
		leave: key('quit (on an empty draft)', leave, 'ctrl+d'),
	}),
	...firstScreenGroup(
		numberedRows('resume-recent', ONE_TO_THREE, (number) => ({
			...key(
				`on the first screen: open recent session ${number}`,
				(context, layout) => pressRecent(context, layout, number - 1),
				String(number),
			),
			needsScreen: true as const,
		})),
	),
};

function endOwnCommand({ session, ui }: ScreenContext): UiStep | null {
	const running = runningCommand(session);
	if (running !== null) return withEvent(ui, { type: 'end-command', commandId: running.id });
	return (session.backgroundCommands?.length ?? 0) > 0 ? loadPanel(ui, 'own-commands') : null;
}

function backgroundOwnCommand({ session, ui, now }: ScreenContext): UiStep | null {
	const running = runningCommand(session);
	if (running === null) return null;
	return withEvent(toast(ui, 'In the background: /bashes stops it', now), {
		type: 'background-command',
		commandId: running.id,
	});
}

function attachOwnCommand({ session, ui }: ScreenContext): UiStep | null {
	const running = runningCommand(session);
	return running === null ? null : withRequests(ui, { type: 'attach-command', commandId: running.id });
}

/** Takes the output of the user's last command along with the next prompt, or leaves it out. */
function shareOwnCommand({ session, ui, now }: ScreenContext): UiStep | null {
	const command = unsentCommand(session);
	if (command === null) return null;
	const isPrivate = command.share === 'offered';
	const name = clip(sanitizeLine(command.line), 60);
	const words = isPrivate ? `Output of ${name} stays private` : `Output of ${name} will be sent with your next prompt`;
	return withEvent(toast(ui, words, now), { type: 'share-command', commandId: command.id, isPrivate });
}

const sessionsGroup = group('global', 'Open sessions');
/** Going from one open session to another. */
export const openSessionsActions = sessionsGroup({
	'open-sessions': key('list the open sessions; open another, or close one', askSessions({ do: 'list' }), 'alt+l'),
	'next-session': key('the next session', askSessions({ do: 'step', by: 1 }), 'alt+n'),
	'previous-session': key('the session before', askSessions({ do: 'step', by: -1 }), 'alt+shift+n'),
	'waiting-session': key('the session that waits for you', askSessions({ do: 'show-waiting' }), 'alt+w'),
	...numberedRows('session', ONE_TO_NINE, (number) =>
		key(`go to session ${number}`, askSessions({ do: 'show-number', number }), `alt+${number}`),
	),
});
