import type { ActionId } from '../keys/action-ids.js';
import { moveOf, rowAfter } from '../panel/list-keys.js';
import { stay } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { panelLayout, sessionsInSight } from './draw-panel.js';
import type { PanelStep, SessionsPage, SessionsPanelState } from './panel-state.js';
import { scrollReading } from './reading-page.js';
import { perform, renamed, wants } from './session-actions.js';

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

function moved(state: SessionsPanelState, by: number): SessionsPanelState {
	const selected = rowAfter(state.selected, by, state.shown.sessions.length);
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
		const selected = rowAfter(page.selected, by, page.rows.length);
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
