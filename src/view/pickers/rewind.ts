import { rewindSets } from '../../core/session/branching/rewind-sets.js';
import type { UserEntry } from '../../core/session/entries/entry.js';
import type { SessionState } from '../../core/session/state.js';
import { ageText } from '../../core/text/age.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type RewindPoint, type RewoundFile, rewindPoint, rewindPrompts } from '../rewind/points.js';
import * as messages from '../rewind/rewind-messages.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker, PickerItem, RewindChoice } from '../state/picker.js';
import { openPicker, show, toast, type UiRequest, type UiStep, withRequests } from '../state/step.js';
import { type PickerRow, pickerOf } from './picker-row.js';

/** Prompts that are listed, and files that are named. */
const MOST_PROMPTS = 200;
const MOST_FILES = 100;
/** Characters of a prompt in its row, and in a title. */
const ROW_CHARS = 200;
const TITLE_CHARS = 40;

/** The list of prompts that can be gone back to, or why there is none. */
export function openRewind(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	if (session.turn !== null) return show(toast(ui, messages.STOP_FIRST, now));
	const picker = rewindPicker(session, now);
	return show(picker === null ? toast(ui, messages.NO_PROMPTS, now) : openPicker(ui, picker));
}

function rewindPicker(session: SessionState, now: number): Picker<'rewind'> | null {
	const prompts = rewindPrompts(session).slice(0, MOST_PROMPTS);
	if (prompts.length === 0) return null;
	const items = prompts.map((prompt, index): PickerItem<{ readonly entryId: string; readonly now: number }> => {
		const point = rewindPoint(session, prompt, index + 1);
		return {
			label: wordsOf(prompt, ROW_CHARS),
			detail: [ageText(prompt.at, now), messages.turnsBack(point.turns), ...filesOf(point)].join(' · '),
			isCurrent: false,
			choice: { entryId: prompt.id, now },
		};
	});
	return pickerOf('rewind', messages.REWIND_TITLE, items);
}

function wordsOf({ text }: UserEntry, most: number): string {
	const [line = ''] = text.trim().split('\n', 1);
	return clip(sanitizeLine(line.slice(0, 1000)), most);
}

function filesOf({ files }: RewindPoint): readonly string[] {
	if (files.length === 0) return [];
	const total = (of: (file: RewoundFile) => number | null): number =>
		files.reduce((all, file) => all + (of(file) ?? 0), 0);
	return [
		messages.filesBack(
			files.length,
			total(({ added }) => added),
			total(({ removed }) => removed),
		),
	];
}

/** The list of prompts: choosing one shows what would be taken back. */
export const rewindRow: PickerRow<'rewind'> = {
	choose({ ui, session }, { entryId, now }) {
		const picker = rewindToPicker({ ...session, rewind: null }, entryId, now);
		if (picker === null) return show(ui);
		return withRequests(openPicker(ui, picker), { type: 'dispatch', event: { type: 'inspect-rewind', entryId } });
	},
};

/** What can be done with one prompt; null where it is not there any more. */
function rewindToPicker(session: SessionState, entryId: string, now: number): Picker<'rewind-to'> | null {
	const prompts = rewindPrompts(session);
	const index = prompts.findIndex(({ id }) => id === entryId);
	const prompt = prompts[index];
	if (prompt === undefined) return null;
	const point = rewindPoint(session, prompt, index + 1);
	const known = session.rewind?.entryId === entryId ? session.rewind : null;
	const isLooking = known === null && point.files.length > 0 && !point.isIncomplete;
	const hasFiles = known !== null && known.failure === undefined && !point.isIncomplete;
	const isAnyBack = hasFiles && point.files.some(({ stays }) => stays === undefined);
	const rows: readonly RewindChoice['what'][] = isAnyBack ? ['both', 'conversation', 'files'] : ['conversation'];
	const whats = isLooking ? [] : rows;
	const items = whats.map((what) => ({
		label: messages.ROWS[what],
		detail: '',
		more: messages.ROW_WORDS[what],
		isCurrent: false,
		choice: { entryId, what },
	}));
	const paragraphs = [
		messages.takesBack(point.turns),
		...whyNoFiles(point, known),
		...(hasFiles ? fileLines(point, new Set(known.changed)) : []),
		messages.STAYS,
	];
	const title = messages.rewindTo(wordsOf(prompt, TITLE_CHARS));
	return {
		...pickerOf('rewind-to', title, items),
		about: { entryId, now },
		text: { title, paragraphs, scroll: 0 },
	};
}

function whyNoFiles(point: RewindPoint, about: SessionState['rewind']): readonly string[] {
	if (point.isIncomplete) return [messages.INCOMPLETE];
	if (point.files.length === 0) return [messages.NO_FILES];
	if (about == null) return [messages.LOOKING];
	return about.failure === undefined ? [] : [messages.notThere(about.failure.message)];
}

/** What stays is named first: it is what one has to know. */
function fileLines({ files }: RewindPoint, changed: ReadonlySet<string>): readonly string[] {
	const staying = files.flatMap(({ path, stays }) => {
		const why = stays ?? (changed.has(path) ? messages.CHANGED_SINCE : undefined);
		return why === undefined ? [] : [messages.fileStays(path, why)];
	});
	const back = files
		.filter(({ path, stays }) => stays === undefined && !changed.has(path))
		.map(({ path, added, removed }) => messages.fileLine(path, added, removed));
	const lines = [...staying, ...back];
	const more = lines.length - MOST_FILES;
	return more > 0 ? [...lines.slice(0, MOST_FILES), messages.moreFiles(more)] : lines;
}

/** What is done with the prompt that was chosen. */
export const rewindToRow: PickerRow<'rewind-to'> = {
	choose({ ui, session }, { entryId, what }) {
		const prompt = rewindPrompts(session).find(({ id }) => id === entryId);
		if (prompt === undefined) return show(ui);
		if (what === 'files') {
			const { files: _, ...point } = rewindPoint(session, prompt, 0);
			return point.isIncomplete ? show(ui) : withRequests(ui, undoFrom(session, entryId));
		}
		const isWithFiles = what === 'both';
		return withRequests(
			{ ...ui, rewound: { prompt, hasBegun: false } },
			{
				type: 'dispatch',
				event: { type: 'branch-session', branch: { kind: 'rewind', entryId, isWithFiles } },
			},
		);
	},
	keyWords: messages.REWIND_KEYS,
	before: ({ about }, session) => rewindPicker(session, about?.now ?? 0) ?? rewindGone,
	follow(picker, session) {
		const { about, text, selected } = picker;
		const next = about === undefined ? null : rewindToPicker(session, about.entryId, about.now);
		if (next === null || session.turn !== null) return null;
		if (next.items.length === picker.items.length && isSameText(next, picker)) return picker;
		const scrolled = next.text === undefined ? {} : { text: { ...next.text, scroll: text?.scroll ?? 0 } };
		return { ...next, ...scrolled, selected: Math.min(selected, Math.max(0, next.items.length - 1)) };
	},
};

/** Nothing is left of the list that opened this one. */
const rewindGone: Picker<'rewind'> = pickerOf('rewind', messages.REWIND_TITLE, []);

function isSameText(one: Picker<'rewind-to'>, other: Picker<'rewind-to'>): boolean {
	return JSON.stringify(one.text?.paragraphs) === JSON.stringify(other.text?.paragraphs);
}

function undoFrom(session: SessionState, entryId: string): UiRequest {
	const setIds = rewindSets(session, entryId).sets.map(({ id }) => id);
	return { type: 'dispatch', event: { type: 'undo-sets', setIds: setIds.reverse() } };
}
