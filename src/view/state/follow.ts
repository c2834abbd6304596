import { driftSelection } from '../actions/mouse.js';
import { advanceSearch } from '../actions/search.js';
import { followPicker } from '../pickers/pickers.js';
import type { ScreenContext } from './context.js';
import type { ScreenLayout } from './screen-layout.js';
import type { UiState } from './ui-state.js';

/** What goes on between two keys: a drag beyond the edge scrolls, a search continues, a list follows the queue. */
export function followScreen(context: ScreenContext, layout: ScreenLayout): UiState {
	const drifted = driftSelection(context, layout);
	const searched = advanceSearch({ ...context, ui: drifted }, layout);
	return followPicker(context.session, settled({ ...context, ui: searched }));
}

/** Without a selection or a cursor on rows that are gone. */
function settled({ session, ui }: ScreenContext): UiState {
	const { selection } = ui;
	const isGone =
		selection !== null &&
		(selection.columns !== ui.columns ||
			Math.max(selection.anchor.entry, selection.head.entry) >= session.entries.size);
	const isCursorGone = ui.cursor !== null && ui.cursor >= session.entries.size;
	if (!isGone && !isCursorGone) return ui;
	return { ...ui, selection: isGone ? null : selection, cursor: isCursorGone ? null : ui.cursor };
}
