import { entryAt } from '../../core/session/entry-list.js';
import { transcriptContext } from '../frame/transcript-context.js';
import type { ActionId } from '../keys/bindings.js';
import { copyPicker, entryCopyPicker } from '../pickers/pickers.js';
import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, toast, type UiStep, want } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { entryText } from '../transcript/as-text/entry-text.js';
import { fileLocation, pictureOf } from '../transcript/as-text/file-location.js';
import { blockAt, gapBefore } from '../transcript/block.js';
import { counted } from '../transcript/layout.js';
import { nextPrompt, previousPrompt } from '../transcript/scroll.js';
import { scrollTranscript } from './global-keys.js';
import { leaveTranscript } from './leave-transcript.js';
import { reveal } from './reveal.js';
import { openSearch, setQuery, stepSearch } from './search-steps.js';
import { newestCard, toggleEntry } from './toggle-entry.js';

/** Keys that move in the transcript, choose entries, act on them and search; null when the action is none of them. */
export function onTranscriptAction(context: ScreenContext, layout: ScreenLayout, action: ActionId): UiStep | null {
	const { session, ui } = context;
	const jump = (find: typeof nextPrompt): UiStep => {
		const transcript = transcriptContext(context);
		return show({ ...ui, anchor: find(session.entries, transcript, ui.anchor, layout.transcriptRows) });
	};
	switch (action) {
		case 'scroll-previous-prompt':
		case 'transcript-previous-prompt':
			return jump(previousPrompt);
		case 'scroll-next-prompt':
		case 'transcript-next-prompt':
			return jump(nextPrompt);
		case 'toggle-card': {
			const toggled = toggleEntry(context, newestCard(context));
			return show(toggled === ui ? toast(ui, 'Nothing to open or fold', context.now) : toggled);
		}
		case 'transcript-next-entry':
			return show(moveCursor(context, layout, 1));
		case 'transcript-previous-entry':
			return show(moveCursor(context, layout, -1));
		case 'transcript-toggle': {
			if (ui.cursor !== null) return show(toggleEntry(context, ui.cursor));
			return show(scrollTranscript(context, layout, Math.max(1, layout.transcriptRows - 2)));
		}
		case 'transcript-copy':
			return copyChosen(context);
		case 'transcript-copy-part':
			return copyPart(context);
		case 'transcript-edit':
			return openChosen(context);
		case 'transcript-search':
			return show(openSearch(ui, layout));
		case 'transcript-next-match':
		case 'find-next':
			return show(stepSearch(ui, 1));
		case 'transcript-previous-match':
		case 'find-previous':
			return show(stepSearch(ui, -1));
		case 'transcript-close':
			// esc and q first leave the search.
			return show(ui.search === null ? leaveTranscript(context, layout) : { ...ui, search: null });
		default:
			return onQueryAction(context, action);
	}
}

function onQueryAction(context: ScreenContext, action: ActionId): UiStep | null {
	const { ui } = context;
	const { search } = ui;
	if (search === null) return null;
	switch (action) {
		case 'find-accept':
			return show({ ...ui, search: search.text === '' ? null : { ...search, isTyping: false } });
		case 'find-close':
			return show({ ...ui, search: null, anchor: search.from.anchor });
		case 'find-erase': {
			const characters = [...new Intl.Segmenter().segment(search.text)];
			return show(setQuery(context, search, search.text.slice(0, characters.at(-1)?.index ?? 0)));
		}
		case 'find-erase-word':
			return show(setQuery(context, search, search.text.replace(/\S*\s*$/, '')));
		case 'find-clear':
			return show(setQuery(context, search, ''));
		default:
			return null;
	}
}

/** The next entry that is drawn, from the chosen one if it is on the screen, else from the screen's edge. */
function moveCursor(context: ScreenContext, layout: ScreenLayout, direction: -1 | 1): UiState {
	const { session, ui } = context;
	const transcript = transcriptContext(context);
	const { rows } = layout.window;
	const isInSight = ui.cursor !== null && rows.some((row) => row.entry === ui.cursor);
	const edge = direction > 0 ? (rows[0]?.entry ?? 0) : (rows.at(-1)?.entry ?? 0);
	let index = isInSight && ui.cursor !== null ? ui.cursor + direction : edge;
	for (; index >= 0 && index < session.entries.size; index += direction) {
		const entry = entryAt(session.entries, index);
		if (entry === undefined || blockAt(session.entries, index, transcript).height === 0) continue;
		const head = { entry: index, line: gapBefore(session.entries, index) };
		return { ...ui, cursor: index, anchor: reveal(context, layout, transcript, head) };
	}
	return ui;
}

/** What can be copied of the chosen entry, or of everything when none is chosen, as a list. */
function copyPart({ session, ui, now }: ScreenContext): UiStep {
	const entry = ui.cursor === null ? undefined : entryAt(session.entries, ui.cursor);
	const picker = entry === undefined ? copyPicker(session) : entryCopyPicker(entry, session.cwd);
	if (picker === null) return show(toast(ui, 'Nothing to copy', now));
	return show({ ...ui, panel: { kind: 'picker', picker } });
}

function copyChosen(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	const entry = ui.cursor === null ? undefined : entryAt(session.entries, ui.cursor);
	if (entry === undefined) return copyPart(context);
	const text = entryText(entry, session.cwd);
	if (text === '') return show(toast(ui, 'It has no text to copy', now));
	return want(ui, { type: 'copy', text, label: counted(text.split('\n').length, 'line') });
}

function openChosen({ session, ui, now }: ScreenContext): UiStep {
	const entry = ui.cursor === null ? undefined : entryAt(session.entries, ui.cursor);
	if (entry === undefined) return show(toast(ui, 'Press tab to choose an entry first', now));
	const picture = pictureOf(entry);
	if (picture !== null) return want(ui, { type: 'show-picture', data: picture.data });
	const location = fileLocation(entry);
	if (location === null) return show(toast(ui, 'It names no file to open', now));
	return want(ui, { type: 'open-file', ...location });
}
