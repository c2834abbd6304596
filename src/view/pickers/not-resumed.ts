import { isAskedAboutSession } from '../../core/session/resuming/open-again.js';
import { saysGone } from '../../core/sessions/resuming.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import { notResumedList as words } from '../recovery/recovery-messages.js';
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
			title: words.title,
			rows: [
				{
					...{ id: 'again', label: words.again, detail: isGone ? words.againGoneDetail : words.againDetail },
					choose: ({ ui }) => withEvent(ui, { type: 'open-again' }),
				},
				...(hasTranscript === true ? [fallback('briefing', words.briefing, words.briefingDetail)] : []),
				fallback('plain', words.plain, words.plainDetail),
			],
		};
	},
};
