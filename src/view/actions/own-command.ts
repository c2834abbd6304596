import { runningCommand, unsentCommand } from '../../core/session/entries/user-commands.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from '../state/context.js';
import { toast, type UiStep, withEvent, withRequests } from '../state/step.js';
import { outputIsPrivate, outputIsShared } from './actions-messages.js';

/** Whether a command of the user runs. */
export function isCommandRunning({ session }: ScreenContext): boolean {
	return runningCommand(session) !== null;
}

/** Ends the user's running command. */
export function endOwnCommand({ session, ui }: ScreenContext): UiStep | null {
	const running = runningCommand(session);
	return running === null ? null : withEvent(ui, { type: 'end-command', commandId: running.id });
}

/** Gives the terminal to the user's running command. */
export function attachOwnCommand({ session, ui }: ScreenContext): UiStep | null {
	const running = runningCommand(session);
	return running === null ? null : withRequests(ui, { type: 'attach-command', commandId: running.id });
}

/** Takes the output of the user's last command along with the next prompt, or leaves it out. */
export function shareOwnCommand({ session, ui, now }: ScreenContext): UiStep | null {
	const command = unsentCommand(session);
	if (command === null) return null;
	const isPrivate = command.share === 'offered';
	const name = clip(sanitizeLine(command.line), 60);
	const words = isPrivate ? outputIsPrivate(name) : outputIsShared(name);
	return withEvent(toast(ui, words, now), { type: 'share-command', commandId: command.id, isPrivate });
}
