import type { ImageBlock } from '../../core/content.js';
import { rewindSets } from '../../core/session/branching/rewind-sets.js';
import type { UserEntry } from '../../core/session/entries/entry.js';
import type { SessionState } from '../../core/session/state.js';
import { ageText } from '../../core/text/age.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { reduceComposer } from '../composer/composer.js';
import { restoreImages, restorePastes } from '../composer/paste.js';
import { type PickerRow, pickerOf } from '../pickers/picker-row.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker, PickerItem, RewindChoice } from '../state/picker.js';
import { openPicker, show, toast, type UiRequest, type UiStep, withRequests } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import * as messages from './messages.js';
import { type RewindPoint, type RewoundFile, rewindPoint, rewindPrompts } from './points.js';

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
	const about = session.rewind?.entryId === entryId ? session.rewind : null;
	// What is not looked at yet is safe to choose: nothing that somebody changed since is overwritten.
	const hasFiles = about?.failure === undefined && !point.isIncomplete;
	const isAnyBack = hasFiles && point.files.some(({ stays }) => stays === undefined);
	const whats: readonly RewindChoice['what'][] = isAnyBack ? ['both', 'conversation', 'files'] : ['conversation'];
	const items = whats.map((what) => ({
		label: messages.ROWS[what],
		detail: messages.ROW_WORDS[what],
		isCurrent: false,
		choice: { entryId, what, now },
	}));
	const changed = new Set(about?.changed);
	const paragraphs = [
		`${messages.takesBack(point.turns)} ${messages.STAYS}`,
		...whyNoFiles(point, about),
		...(hasFiles ? fileLines(point, changed) : []),
	];
	const title = messages.rewindTo(wordsOf(prompt, TITLE_CHARS));
	return { ...pickerOf('rewind-to', title, items), text: { title, paragraphs, scroll: 0 } };
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
		return withRequests(withDraft(ui, prompt), {
			type: 'dispatch',
			event: { type: 'branch-session', branch: { kind: 'rewind', entryId, isWithFiles } },
		});
	},
	before: ({ items: [first] }, session) => rewindPicker(session, first?.choice.now ?? 0) ?? rewindGone,
	follow(picker, session) {
		const [first] = picker.items;
		if (first === undefined) return picker;
		const { entryId, now } = first.choice;
		const next = rewindToPicker(session, entryId, now);
		if (next === null || session.turn !== null) return null;
		const isSame = next.items.length === picker.items.length && isSameText(next, picker);
		if (isSame) return picker;
		// The row that was chosen stays chosen, whatever comes above it.
		const what = picker.items[picker.selected]?.choice.what;
		const selected = next.items.findIndex(({ choice }) => choice.what === what);
		return { ...next, selected: Math.max(0, selected) };
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

/** The prompt in the draft, with its pictures and its pasted parts; what was being written is put aside. */
function withDraft(ui: UiState, { text, pastes = [], blocks }: UserEntry): UiState {
	const { draft } = ui.composer;
	const aside = draft.text === '' ? ui.composer : reduceComposer(ui.composer, { type: 'put-aside', draft });
	const emptied = reduceComposer(aside, { type: 'set-text', text: '' });
	const images = blocks.filter((block): block is ImageBlock => block.type === 'image');
	const back = restoreImages(restorePastes(emptied.draft, text, pastes), images);
	return { ...ui, composer: reduceComposer(emptied, { type: 'give-back', draft: back }) };
}
