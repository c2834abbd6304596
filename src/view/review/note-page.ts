import type { ReviewNote } from '../../core/review/review.js';
import { openPage } from '../panel/engine.js';
import { type PanelKind, type PanelResult, panelOf } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { type ChosenLines, chosenLines } from './chosen-lines.js';
import { isBesideIn } from './diff-actions.js';
import type { Reviewed } from './own.js';
import { keyOfNote, lineKeyOf } from './review-document.js';
import * as messages from './review-messages.js';
import { wants } from './wants.js';

type Writing = Pick<Reviewed, 'draw' | 'reopen'> & {
	/** The note without its words; one that is changed as it was. */
	readonly note: ReviewNote;
	readonly firstLine: number;
};

const MOST_WORDS = 4000;

/** The note at the cursor; undefined where none stands there. */
function noteAt({ list, part }: Pick<Reviewed, 'list' | 'part'>): ReviewNote | undefined {
	return list.notes.find((note) => keyOfNote(note) === part);
}

/** A line below the review, in which a note is written on what is selected, or the one at the cursor is changed. */
export function openNote(context: ScreenContext, reviewed: Reviewed): PanelResult<never> {
	const { row, place, texts, draw, reopen } = reviewed;
	const known = noteAt(reviewed);
	const chosen = known ?? linesFor(reviewed);
	if (chosen === null || row.file === null) return { words: messages.NO_LINE };
	const note = known ?? { ...chosen, id: idOf(context, reviewed), path: row.file.path, text: '' };
	const { firstLine = 1 } = texts ?? {};
	const own = { note, firstLine, draw, reopen };
	const { selected, places, mark, isInText } = place;
	const at = { selected, places, mark, isInText };
	return { ui: openPage(context, notePage, own, { ...at, typed: note.text }) };
}

/** Another one than all that there are: no note is written twice in a moment. */
function idOf({ now }: ScreenContext, { list }: Reviewed): string {
	return `${now.toString(36)}${list.notes.length}`;
}

/** Where there is no text, a note is about the file. */
function linesFor({ diff, place, row, line, texts, own, context, rows }: Reviewed): ChosenLines | null {
	if (texts === null) return null;
	if (diff === null) return { side: texts.newText === null ? 'old' : 'new', line: 1, excerpt: '' };
	const from = place.mark?.row === row.id ? place.mark.part : line;
	const parts = diff.parts(diff.isTwoSided && isBesideIn(own, context, rows));
	return chosenLines(diff, parts, from, line, texts.firstLine ?? 1);
}

const notePage: PanelKind<Writing> = {
	name: 'review-note',
	panel(context, writing, place) {
		const { note, draw } = writing;
		const drawn = draw(context, place);
		if (drawn === null) return null;
		return panelOf({
			...drawn,
			line: { most: MOST_WORDS, label: `${messages.NOTE_SIGN} `, hint: messages.noteHint(note), isValue: true },
			actions: () => [
				{
					...{ id: 'picker-accept', words: messages.ACTIONS.keep, isEnter: true },
					run: (now) => keep(now, writing, place.typed.trim()),
				},
			],
			spoken: { how: messages.SPOKEN.note(note) },
		});
	},
};

/** A note without words is none. */
function keep(context: ScreenContext, { note, firstLine, reopen }: Writing, text: string): PanelResult<Writing> {
	if (text === note.text) return { closes: true };
	const request =
		text === '' ? wants({ do: 'drop-note', id: note.id }) : wants({ do: 'note', note: { ...note, text } });
	const part = text === '' || note.isGone === true ? lineKeyOf(note, firstLine) : keyOfNote(note);
	const words = text === '' ? messages.NOTE_DROPPED : messages.NOTE_KEPT;
	return { ui: reopen(context, note.path, part), requests: [request], words };
}
