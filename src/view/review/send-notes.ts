import { reviewPrompt } from '../../core/review/prompt.js';
import type { ReviewList } from '../../core/review/review.js';
import { emptyDraft } from '../composer/draft.js';
import type { PanelResult } from '../panel/panel.js';
import { wants } from './wants.js';

/** All notes go out as one prompt, and are done with: from then on they stand in the conversation. */
export function sendNotes(list: ReviewList): PanelResult<never> {
	const { notes } = list;
	const text = reviewPrompt(list, notes);
	const draft = { ...emptyDraft, text, cursor: text.length };
	// What an excerpt mentions is no file to attach.
	const request = { type: 'send', text, written: '', images: [], interrupts: false, draft } as const;
	return { closes: true, requests: [request, ...notes.map(({ id }) => wants({ do: 'drop-note', id }))] };
}
