import { isCommandPrompt } from '../../core/session/prompts/command-prompt.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import type { CommandWords } from '../state/send-request.js';
import { withDraftBack } from '../state/ui-state.js';
import { show, toast, type UiStep, withRequests } from '../state/ui-step.js';
import { COMMAND_QUEUED, NO_STEERING, SENT_MEANWHILE, STOPPING_QUEUED } from './pickers-messages.js';

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

/** Words that were meant for the running turn: new ones, or a prompt that waits in the queue. */
type Steered =
	| { readonly type: 'words'; readonly words: CommandWords }
	| { readonly type: 'queued'; readonly promptId: string };

/** Asks what becomes of words that the agent does not take into its running turn. */
export const steeringPanel: PanelKind<Steered> = {
	name: 'steering',
	panel: (_, of) => ({
		title: NO_STEERING.title,
		rows: [
			{ id: 'stop', label: 'Stop and send', choose: (context) => stopFor(context, of) },
			{
				id: 'queue',
				label: of.type === 'queued' ? 'Leave it in the queue' : 'Queue',
				choose: ({ ui }) =>
					of.type === 'words' ? withRequests(ui, { ...of.words.send, interrupts: false }) : show(ui),
			},
		],
		left: (ui) => show(withDraftBack(ui, of.type === 'words' ? of.words.typed : undefined)),
	}),
};

function stopFor({ ui, session, now }: ScreenContext, of: Steered): UiStep {
	if (of.type === 'words') return withRequests(ui, { ...of.words.send, interrupts: true });
	const { promptId } = of;
	const prompt = session.queue.find(({ id }) => id === promptId);
	if (prompt === undefined) return show(toast(ui, SENT_MEANWHILE, now));
	return withRequests(
		ui,
		{ type: 'dispatch', event: { type: 'queue-remove', promptId } },
		{ type: 'dispatch', event: { type: 'prompt', prompt, interrupts: true } },
	);
}
