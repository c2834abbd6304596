import type { CommitState } from '../../core/commit/commit-event.js';
import { MOST_SUBJECT, subjectLength } from '../../core/commit/message.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import { keyOf } from '../keys/keymap.js';
import { type Line, styled } from '../line.js';
import type { PanelWriting } from '../panel/panel-texts.js';
import { clipLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { draftIn, messageOf, writerOf, writtenForOthers } from './commit-draft.js';
import * as messages from './commit-messages.js';

/** Warnings about a commit before it is made. */
export function notesOf({ session }: ScreenContext, state: CommitState): readonly string[] {
	const { list, isAnew, message } = state;
	if (list === null) return [];
	const waiting = session.shadow === undefined ? 0 : changeRows(session.shadow.changes).length;
	const { head, branch, underWay, isCut } = list;
	return [
		...(isAnew ? [messages.NOTES.anew] : []),
		...(underWay === null ? [] : [messages.UNDER_WAY[underWay]]),
		...(head === null ? [messages.NOTES.first] : []),
		...(branch === null && underWay !== 'rebase' ? [messages.NOTES.detached] : []),
		...(waiting === 0 ? [] : [messages.NOTES.shadow(waiting)]),
		...(session.questions.length === 0 ? [] : [messages.NOTES.asked]),
		...(session.turn === null ? [] : [messages.NOTES.atWork]),
		...(isCut ? [messages.NOTES.cut] : []),
		...(message.phase === 'failed' ? [messages.NOTES.noMessage(message.why ?? '')] : []),
	];
}

/** The message below the changes; while it `isEdited` with the keys for that. */
export function writingOf(context: ScreenContext, state: CommitState, isEdited: boolean): PanelWriting {
	const draft = draftIn(context);
	const text = messageOf(state, draft);
	const writer = writerOf(state, draft);
	const others = writtenForOthers(state, draft);
	const by = others === null ? [messages.BY[writer]] : messages.forOthers(others, keyOf(context.table, 'commit-ask'));
	return {
		text,
		hint: writer === 'asking' ? 'The agent is asked…' : isEdited ? '' : waysToWrite(context),
		heading: (width) => headingLine(text, isEdited ? ['enter done · ctrl+j new line', 'enter done'] : by, width),
	};
}

function waysToWrite({ table }: ScreenContext): string {
	const ways = (['commit-edit', 'commit-editor', 'commit-ask'] as const).flatMap((id) => {
		const key = keyOf(table, id);
		return key === null ? [] : [`${key} ${messages.WAYS[id]}`];
	});
	return ways.join(', ');
}

/** `words`: who wrote it, in ever fewer words; the first that fit. */
function headingLine(text: string, words: readonly string[], width: number): Line {
	const length = subjectLength(text);
	const [, second = ''] = text.split('\n', 2);
	const isLong = length > MOST_SUBJECT;
	const mark = isLong ? messages.subject(length) : second.trim() === '' ? '' : 'the second line is not empty';
	const right: Line =
		mark !== ''
			? [styled(mark, { color: 'warning' })]
			: length > 0
				? [styled(messages.subject(length), { color: 'muted' })]
				: [];
	const apart: Line = right.length === 0 ? [] : [styled(' · ', { color: 'muted' }), ...right];
	const room = Math.max(1, width - 6);
	const leftOf = (said: string): Line => [
		styled('Message', { bold: true, color: 'accent' }),
		styled(said === '' ? '' : ` · ${said}`, { color: 'muted' }),
	];
	const isRoom = (line: Line): boolean => lineWidth(line) <= room;
	// How long the subject is gives way to who wrote it, what is wrong with it does not.
	const ways = words.flatMap((said) => [[...leftOf(said), ...apart], ...(mark === '' ? [leftOf(said)] : [])]);
	return ways.find(isRoom) ?? clipLine(mark === '' ? leftOf('') : right, room);
}
