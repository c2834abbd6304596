import { isCommandPrompt } from '../../core/session/prompts/command-prompt.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { openPanel } from '../panel/engine.js';
import type { ScreenContext } from '../state/context.js';
import type { CommandWords } from '../state/send-request.js';
import { show, toast, type UiStep, withRequests } from '../state/step.js';
import { COMMAND_QUEUED, STOPPING_QUEUED } from './pickers-messages.js';
import { steeringPanel } from './steering.js';

/**
 * Words for the turn that runs: they go into it where the agent takes that; else the user is asked what to do with them.
 * Where no turn runs they are an ordinary prompt.
 */
export function steerWords(context: ScreenContext, words: CommandWords): UiStep {
	const { session, ui, now } = context;
	const { send } = words;
	const { turn } = session;
	if (turn === null) return withRequests(ui, send);
	const isCommand = isCommandPrompt({ id: '', text: send.text, blocks: [] }, session.commands);
	if (isCommand) return withRequests(toast(ui, COMMAND_QUEUED, now), send);
	if (turn.cancelledAt !== undefined) return withRequests(toast(ui, STOPPING_QUEUED, now), send);
	if (canSteer(session)) return withRequests(ui, { ...send, steers: true });
	return show(openPanel(context, steeringPanel, { type: 'words', words }));
}
