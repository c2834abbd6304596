import type { ActionId } from '../keys/action-ids.js';
import type { ScreenContext } from '../state/context.js';
import { panelLayout, sessionsInSight } from './draw-panel.js';
import type { PanelStep, SessionsPage, SessionsPanelState } from './panel-state.js';
import { scrollReading } from './reading-page.js';
import { perform, renamed, wants } from './session-actions.js';

/** A step that changes the panel only. */
const stay = (state: SessionsPanelState): PanelStep => ({ state, requests: [] });

/** What a key of the panel, or of every list, does. */
export function act(state: SessionsPanelState, context: ScreenContext, id: ActionId, rows: number): PanelStep {
	const { page } = state;
	const key = id === 'sessions-open' ? 'picker-accept' : id;
	if (page.type === 'choose') return actOnChoice(state, page, context, key);
	if (page.type === 'rename') return actOnTitle(state, page, key);
	if (page.type === 'read') return actOnReading(state, page, context, key, rows);
	const by = moveOf(key, sessionsInSight(panelLayout(context.ui.columns, rows)));
	if (by !== null) return stay(moved(state, by));
	switch (key) {
		case 'picker-accept':
			return perform(state, context, { type: 'resume' });
		case 'picker-close':
			return { state: null, requests: [] };
		case 'sessions-folders': {
			const scope = context.session.sessionList?.scope === 'all' ? 'folder' : 'all';
			return { state: { ...state, selected: 0, askedAt: -1 }, requests: [wants({ type: 'open', scope })] };
		}
		case 'sessions-rename':
			return perform(state, context, { type: 'rename' });
		case 'sessions-delete':
			return perform(state, context, { type: 'ask-delete' });
		case 'sessions-export':
			return perform(state, context, { type: 'export' });
		case 'sessions-fork':
			return perform(state, context, { type: 'fork' });
		case 'sessions-preview-up':
			return stay({ ...state, previewScroll: state.previewScroll + 1 });
		case 'sessions-preview-down':
			return stay({ ...state, previewScroll: Math.max(0, state.previewScroll - 1) });
		default:
			return stay(state);
	}
}

/** How far a key moves in a list of which so much is in sight; null for any other. */
function moveOf(id: ActionId, inSight: number): number | null {
	switch (id) {
		case 'picker-previous':
			return -1;
		case 'picker-next':
			return 1;
		case 'picker-page-up':
			return -inSight;
		case 'picker-page-down':
			return inSight;
		case 'picker-first':
			return Number.NEGATIVE_INFINITY;
		case 'picker-last':
			return Number.POSITIVE_INFINITY;
		default:
			return null;
	}
}

function moved(state: SessionsPanelState, by: number): SessionsPanelState {
	const selected = Math.max(0, Math.min(state.shown.sessions.length - 1, state.selected + by));
	return selected === state.selected ? state : { ...state, selected, previewScroll: 0 };
}

function actOnChoice(
	state: SessionsPanelState,
	page: Extract<SessionsPage, { type: 'choose' }>,
	context: ScreenContext,
	id: ActionId,
): PanelStep {
	const by = moveOf(id, page.rows.length);
	if (by !== null) {
		const selected = Math.max(0, Math.min(page.rows.length - 1, page.selected + by));
		return stay({ ...state, page: { ...page, selected } });
	}
	if (id === 'picker-close') return stay({ ...state, page: { type: 'list' } });
	const row = page.rows[page.selected];
	if (id !== 'picker-accept' || row === undefined) return stay(state);
	return perform({ ...state, page: { type: 'list' } }, context, row.does, page.key);
}

function actOnTitle(
	state: SessionsPanelState,
	page: Extract<SessionsPage, { type: 'rename' }>,
	id: ActionId,
): PanelStep {
	if (id === 'picker-close') return stay({ ...state, page: { type: 'list' } });
	if (id === 'picker-accept') return renamed(state, page.key, page.text);
	return stay(state);
}

/** A session that is read can be scrolled, written to a file, and gone on with in a copy. */
function actOnReading(
	state: SessionsPanelState,
	page: Extract<SessionsPage, { type: 'read' }>,
	context: ScreenContext,
	id: ActionId,
	rows: number,
): PanelStep {
	switch (id) {
		case 'picker-close':
		case 'picker-accept':
			return stay({ ...state, page: { type: 'list' } });
		case 'sessions-export':
			return perform(state, context, { type: 'export' }, page.key);
		case 'sessions-fork':
			return perform(state, context, { type: 'fork' }, page.key);
		default:
			return stay({ ...state, page: scrollReading(page, context, id, rows) });
	}
}
