import type { ReviewList, ReviewNote } from '../../core/review/review.js';
import { reviewPrompt } from '../../core/review/review-prompt.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { emptyDraft } from '../composer/draft.js';
import { type Line, styled } from '../line.js';
import { openPage } from '../panel/engine.js';
import { type PanelKind, type PanelResult, type PanelRow, panelOf } from '../panel/panel.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { show } from '../state/ui-step.js';
import { keyOfNote } from './review-document.js';
import * as messages from './review-panel-messages.js';
import { type Review, type Reviewed, wants } from './review-state.js';

type Notes = Pick<Reviewed, 'reopen'>;
type Row = PanelRow & { readonly note: ReviewNote };

/** The list of all notes of the review. */
export function openNotes(context: ScreenContext, { reopen }: Reviewed): PanelResult<Review> {
	return { ui: openPage(context, notesPage, { reopen }) };
}

const notesPage: PanelKind<Notes> = {
	name: 'review-notes',
	keys: 'review-notes',
	panel({ lookups, isReadOut }, { reopen }) {
		const review = lookups.review?.list ?? null;
		if (review === null) return null;
		return panelOf<Notes, Row>({
			title: 'Notes',
			titleNote: messages.noteCount(review.notes.length),
			rows: review.notes.map((note) => ({
				id: note.id,
				note,
				label: labelOf(note),
				isCutInMiddle: true,
				isMuted: note.isGone === true,
				edge: () => (note.isGone === true ? [styled(messages.GONE, { color: 'warning' })] : []),
				spoken: messages.SPOKEN.noteRow(note),
				...(isReadOut ? {} : { choose: (context) => show(reopen(context, note.path, keyOfNote(note))) }),
			})),
			empty: messages.NO_NOTES,
			reading: { head: () => [], lines: ({ note }, width) => linesOf(note, width), count: ({ note }) => countOf(note) },
			actions: (row) => [
				row !== undefined && {
					...{ id: 'review-drop-note', words: 'delete', spoken: 'delete', isGuarded: true },
					run: () => ({ requests: [wants({ do: 'drop-note', id: row.note.id })] }),
				},
				{ id: 'review-send-notes', words: 'send notes', isGuarded: true, run: () => sendNotes(review) },
			],
		});
	},
};

function labelOf({ path, line, lastLine = line, text }: ReviewNote): string {
	return `${sanitizeLine(path)}:${line}${lastLine === line ? '' : `–${lastLine}`}  ${text}`;
}

/** The words of a note, and below them the lines that it was written on. */
function linesOf({ text, excerpt }: ReviewNote, width: number): readonly Line[] {
	const words = wrapLine([styled(sanitizeLine(text), { color: 'text' })], width);
	const quoted = excerpt
		.split('\n')
		.flatMap((line) => wrapLine([styled(sanitizeLine(line), { color: 'muted' })], width - 2));
	const bar = styled('│ ', { color: 'muted' });
	return excerpt === '' ? words : [...words, [], ...quoted.map((line) => [bar, ...line])];
}

function countOf({ excerpt }: ReviewNote): number {
	return 2 + excerpt.split('\n').length;
}

/** All notes go out as one prompt, and are done with: from then on they stand in the conversation. */
export function sendNotes(list: ReviewList): PanelResult<never> {
	const { notes } = list;
	const text = reviewPrompt(list, notes);
	const draft = { ...emptyDraft, text, cursor: text.length };
	// An `@` in an excerpt is no mention.
	const request = { type: 'send', text, written: '', images: [], interrupts: false, draft } as const;
	return { closes: true, requests: [request, ...notes.map(({ id }) => wants({ do: 'drop-note', id }))] };
}
