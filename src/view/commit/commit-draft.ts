import type { UnderWay } from '../../core/commit/commit.js';
import { chosenIn } from '../../core/commit/commit.js';
import type { CommitRequest, CommitState } from '../../core/commit/commit-event.js';
import { MOST_SUBJECT, subjectLength } from '../../core/commit/commit-message.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import { counted } from '../../core/text/counted.js';
import { keyOf } from '../keys/keymap.js';
import { type Line, styled } from '../line.js';
import type { PanelWriting } from '../panel/panel-texts.js';
import { clipLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { CommitDraft, UiState } from '../state/ui-state.js';
import type { UiRequest } from '../state/ui-step.js';

const UNDER_WAY: Readonly<Record<UnderWay, string>> = {
	merge: 'A merge is under way: this commit ends it, with all that is staged.',
	'cherry-pick': 'A cherry-pick is under way: this commit is its result, with all that is staged.',
	revert: 'A revert is under way: this commit is its result.',
	rebase: 'A rebase is under way: “git rebase --continue” goes on with it after this commit.',
};

const BY = {
	own: 'yours',
	template: 'from git',
	asking: 'the agent writes it…',
	done: 'by the agent',
	none: '',
} as const;

/** Of a message for other changes, in ever fewer words; `key`: has it written anew, null for none. */
function forOthers(count: number, key: string | null): readonly string[] {
	const what = `for ${counted(count, 'change')}`;
	const anew = key === null ? [] : [`${BY.done}, ${what} · ${key} writes it anew`, `${what} · ${key} writes it anew`];
	return [...anew, `${BY.done}, ${what}`, what];
}

/** In place of a message, behind the keys. */
const WAYS = {
	'commit-edit': 'writes it here',
	'commit-editor': 'in your editor',
	'commit-ask': 'asks the agent',
} as const;

/** Where the user's part and what was looked up stand. */
type Place = Pick<ScreenContext, 'ui' | 'lookups'>;

/** Choices for the next commit: those for one that is made are over. */
export function draftIn({ ui, lookups }: Place): CommitDraft {
	const { made } = lookups.commit ?? { made: 0 };
	return ui.commit?.made === made ? ui.commit : { ...NOTHING, made };
}

const NOTHING: CommitDraft = { made: 0, marks: new Map(), message: null };

/** The screen with some changes in the commit, or not. */
export function marking(place: Place, ids: readonly string[], isMarked: boolean): UiState {
	const draft = draftIn(place);
	const marks = new Map([...draft.marks, ...ids.map((id) => [id, isMarked] as const)]);
	return { ...place.ui, commit: { ...draft, marks } };
}

/** The screen with another message; null: the agent's. */
export function withMessage(place: Place, message: string | null): UiState {
	return { ...place.ui, commit: { ...draftIn(place), message } };
}

/** The message as it stands: the user's own, else the one that git has ready, else the agent's. */
export function messageOf(state: CommitState | null, { message }: CommitDraft): string {
	const template = state?.list?.template ?? '';
	return message ?? (template === '' ? (state?.message.text ?? '') : template);
}

/** Source of the message that is shown; `asking`: the agent is writing it. */
export function writerOf(
	state: CommitState | null,
	{ message }: CommitDraft,
): 'own' | 'template' | 'asking' | 'done' | 'none' {
	if (message !== null) return 'own';
	if ((state?.list?.template ?? '') !== '') return 'template';
	const phase = state?.message.phase ?? 'none';
	return phase === 'failed' ? 'none' : phase;
}

/** Number of changes the agent's message was written for, where it is shown and others are chosen now; else null. */
export function writtenForOthers(state: CommitState, draft: CommitDraft): number | null {
	const { list, message } = state;
	const { about } = message;
	if (list === null || about === undefined || writerOf(state, draft) !== 'done') return null;
	const chosen = chosenIn(list, draft.marks);
	return about.size === chosen.size && [...about].every((id) => chosen.has(id)) ? null : about.size;
}

export function wants(request: CommitRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'commit', request } };
}

/** Warnings about a commit before it is made. */
export function notesOf({ session }: ScreenContext, state: CommitState): readonly string[] {
	const { list, hasChanged, message } = state;
	if (list === null) return [];
	const waiting = session.shadow === undefined ? 0 : changeRows(session.shadow.changes).length;
	const { head, branch, underWay, isCut } = list;
	return [
		...(hasChanged ? ['Something changed since this was shown, so nothing was committed: this is how it is now.'] : []),
		...(underWay === null ? [] : [UNDER_WAY[underWay]]),
		...(head === null ? ['This is the first commit.'] : []),
		...(branch === null && underWay !== 'rebase' ? ['HEAD is detached: the commit is on no branch.'] : []),
		...(waiting === 0
			? []
			: [
					`${counted(waiting, 'change')} in the shadow ${waiting === 1 ? 'is' : 'are'} not in it: /changes applies them first.`,
				]),
		...(session.questions.length === 0 ? [] : ['The agent asks you something: esc leaves, and shows it.']),
		...(session.turn === null ? [] : ['The agent is at work: what it changes from now on is not in the commit.']),
		...(isCut ? ['There are more files that are not tracked than are listed.'] : []),
		...(message.phase === 'failed' ? [`No message from the agent: ${message.why ?? ''}`] : []),
	];
}

/** The message below the changes; while it `isEdited` with the keys for that. */
export function writingOf(context: ScreenContext, state: CommitState, isEdited: boolean): PanelWriting {
	const draft = draftIn(context);
	const text = messageOf(state, draft);
	const writer = writerOf(state, draft);
	const others = writtenForOthers(state, draft);
	const by = others === null ? [BY[writer]] : forOthers(others, keyOf(context.table, 'commit-ask'));
	return {
		text,
		hint: writer === 'asking' ? 'The agent is asked…' : isEdited ? '' : waysToWrite(context),
		heading: (width) => headingLine(text, isEdited ? ['enter done · ctrl+j new line', 'enter done'] : by, width),
	};
}

function waysToWrite({ table }: ScreenContext): string {
	const ways = (['commit-edit', 'commit-editor', 'commit-ask'] as const).flatMap((id) => {
		const key = keyOf(table, id);
		return key === null ? [] : [`${key} ${WAYS[id]}`];
	});
	return ways.join(', ');
}

/** `words`: who wrote it, in ever fewer words; the first that fit. */
function headingLine(text: string, words: readonly string[], width: number): Line {
	const length = subjectLength(text);
	const [, second = ''] = text.split('\n', 2);
	const isLong = length > MOST_SUBJECT;
	const mark = isLong
		? `subject ${length}, ${length - MOST_SUBJECT} too long`
		: second.trim() === ''
			? ''
			: 'the second line is not empty';
	const right: Line =
		mark !== ''
			? [styled(mark, { color: 'warning' })]
			: length > 0
				? [styled(`subject ${length} of ${MOST_SUBJECT}`, { color: 'muted' })]
				: [];
	const apart: Line = right.length === 0 ? [] : [styled(' · ', { color: 'muted' }), ...right];
	const room = Math.max(1, width - 6);
	const leftOf = (said: string): Line => [
		styled('Message', { bold: true, color: 'accent' }),
		styled(said === '' ? '' : ` · ${said}`, { color: 'muted' }),
	];
	const isRoom = (line: Line): boolean => lineWidth(line) <= room;
	// The author replaces the subject's length, but not its problem.
	const ways = words.flatMap((said) => [[...leftOf(said), ...apart], ...(mark === '' ? [leftOf(said)] : [])]);
	return ways.find(isRoom) ?? clipLine(mark === '' ? leftOf('') : right, room);
}
