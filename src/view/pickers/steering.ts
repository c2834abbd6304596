import type { PanelKind } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import type { CommandWords } from '../state/send-request.js';
import { show, toast, type UiStep, withRequests } from '../state/step.js';
import { withDraftBack } from '../state/ui-state.js';
import { NO_STEERING, SENT_MEANWHILE } from './pickers-messages.js';

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
			{ id: 'stop', label: NO_STEERING.stop, choose: (context) => stopFor(context, of) },
			{
				id: 'queue',
				label: of.type === 'queued' ? NO_STEERING.leave : NO_STEERING.queue,
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
