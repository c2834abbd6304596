import { sanitizeLine } from '../../core/text/sanitize.js';
import { type LoadedPanel, openLoaded } from '../panel/loaded-panel.js';
import { toUi as afterStep } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiRequest, type UiStep, withRequests } from '../state/step.js';
import { drawPanel } from './draw-panel.js';
import { findSessions } from './find-sessions.js';
import { followSessions } from './follow-sessions.js';
import { act } from './panel-keys.js';
import type { PanelStep, SessionsPanelState } from './panel-state.js';
import { enterWords, spokenLines } from './spoken.js';
import { lineOf } from './typing.js';

/** Opens the panel of sessions, with what was typed meanwhile as the search. */
export function open(context: ScreenContext, typed: string): UiStep {
	const search = sanitizeLine(typed).trim();
	const state: SessionsPanelState = {
		search,
		selected: 0,
		shown: findSessions({ sessions: [], found: null }, ''),
		basis: { list: null, search: '' },
		page: { type: 'list' },
		previewScroll: 0,
		previewed: null,
		askedAt: -1,
		said: { id: 1, what: { type: 'looking' } },
		readTo: 0,
		told: 0,
		asksFor: search,
	};
	const wanted: UiRequest[] = [
		{ type: 'dispatch', event: { type: 'session-list', request: { type: 'open', scope: 'folder' } } },
	];
	if (search !== '') {
		wanted.push({
			type: 'dispatch',
			event: { type: 'session-list', request: { type: 'search', text: search } },
		});
	}
	return withRequests(openLoaded(context.ui, panelOf(state)), ...wanted);
}

/** What keys do on each page: enter first. */
const OFFERS: Readonly<Record<SessionsPanelState['page']['type'], readonly string[]>> = {
	list: ['resume', 'all folders', 'rename', 'delete', 'export', 'fork'],
	choose: ['choose'],
	rename: ['rename it'],
	read: ['back', 'export', 'fork'],
};

const CLOSE: UiRequest = { type: 'dispatch', event: { type: 'session-list', request: { type: 'close' } } };

function panelOf(state: SessionsPanelState): LoadedPanel {
	return {
		name: 'sessions',
		coversDraft: true,
		keys: 'sessions',
		offers: OFFERS[state.page.type],
		draw: (context, room) => drawPanel(state, context, room),
		act: (context, id, rows) => toUi(context, act(state, context, id, rows)),
		line: (context) => lineOf(state, (step) => toUi(context, step)),
		follow(context) {
			const step = followSessions(state, context);
			return step.state === state && step.requests.length === 0 ? show(context.ui) : toUi(context, step);
		},
		said: { id: state.said.id, lines: (context) => spokenLines(state, context) },
		enter: (context, text) => toUi(context, enterWords(state, context, text)),
		leave: (ui) => withRequests(ui, CLOSE),
	};
}

function toUi(context: ScreenContext, step: PanelStep): UiStep {
	return afterStep(context, step, panelOf, CLOSE);
}
