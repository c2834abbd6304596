import { saysGone } from '../../core/resuming/resuming.js';
import { isAskedAboutSession } from '../../core/session/resuming/open-again.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import { withEvent } from '../state/step.js';

/** Choices where the agent could not resume a session that it may still have. */
export const notResumedPanel: PanelKind = {
	name: 'not-resumed',
	panel({ session }) {
		if (!isAskedAboutSession(session)) return null;
		const { hasTranscript, failed = [] } = session.resuming ?? {};
		const isGone = failed.length > 0 && failed.every(saysGone);
		const fallback = (id: 'briefing' | 'plain', label: string, detail: string): PanelRow => ({
			...{ id, label, detail },
			choose: ({ ui }) => withEvent(ui, { type: 'open-new', fallback: id }),
		});
		return {
			title: 'The session could not be resumed',
			rows: [
				{
					...{
						id: 'again',
						label: 'Try again',
						detail: isGone
							? 'the agent said that it no longer has the conversation'
							: 'the agent remembers the conversation',
					},
					choose: ({ ui }) => withEvent(ui, { type: 'open-again' }),
				},
				...(hasTranscript === true
					? [fallback('briefing', 'New session with a briefing', 'a summary goes with your next prompt')]
					: []),
				fallback('plain', 'New session without one', 'the agent knows nothing of what is above'),
			],
		};
	},
};
