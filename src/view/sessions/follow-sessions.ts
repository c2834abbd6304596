import { recordIdOf, rowKey, type SessionListState } from '../../core/sessions/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { saying } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import type { UiRequest } from '../state/step.js';
import { findSessions } from './find-sessions.js';
import type { PanelStep, SessionsPanelState } from './panel-state.js';
import { perform, wants } from './session-actions.js';

/** Further pages are fetched when fewer sessions than this are behind the selected one. */
const AHEAD = 40;

/** The panel brought up to the list as it is now, and what is to be fetched for what is in sight. */
export function followSessions(state: SessionsPanelState, context: ScreenContext): PanelStep {
	const list = context.session.sessionList ?? null;
	const current = followReading(followOutcome(followList(state, list, context), list), state, list);
	return askAboutNamed(current, context) ?? fetching(current, list);
}

/** A session that was named to begin with and cannot be gone on with as it is: what can be done with it is asked. */
function askAboutNamed(state: SessionsPanelState, context: ScreenContext): PanelStep | null {
	const [named, other] = state.shown.sessions;
	if (named === undefined || other !== undefined || named.id !== state.asksFor || state.search !== named.id)
		return null;
	if (named.state !== 'running' && !named.isReadOnly) return null;
	return perform({ ...state, asksFor: '' }, context, { type: 'resume' });
}

/** What a search finds now; the same session stays selected where it is still there. */
function followList(
	state: SessionsPanelState,
	list: SessionListState | null,
	{ session }: ScreenContext,
): SessionsPanelState {
	const { basis, search, shown } = state;
	if (list === null || (basis.list === list && basis.search === search)) return state;
	const isSame = basis.search === search && basis.list?.sessions === list.sessions && basis.list.found === list.found;
	const next = isSame ? state : { ...state, shown: findSessions(list, search), page: pageIn(state, list) };
	const chosen = basis.search === search ? shown.sessions[state.selected] : undefined;
	const top = topOf(next, session.record?.id);
	// At the top one stays at the top: what is newer belongs there.
	const isAtTop = chosen === undefined || state.selected === topOf(state, session.record?.id);
	const isKept = !isAtTop && state.selected > 0;
	const at = isKept ? next.shown.sessions.findIndex((each) => rowKey(each) === rowKey(chosen)) : -1;
	const last = Math.max(0, next.shown.sessions.length - 1);
	const selected = at !== -1 ? at : isAtTop ? top : Math.min(state.selected, last);
	return spoken({ ...next, selected, basis: { list, search } }, basis.list, list);
}

/** The first session that enter leads to: the newest that is not the open one, where there is another. */
function topOf({ shown: { sessions } }: SessionsPanelState, openId: string | undefined): number {
	const [first, second] = sessions;
	return second !== undefined && first !== undefined && recordIdOf(first) === openId ? 1 : 0;
}

/** What is asked about a session that is gone is not asked any more. */
function pageIn({ page }: SessionsPanelState, { sessions }: SessionListState): SessionsPanelState['page'] {
	if (page.type === 'list' || sessions.some((session) => rowKey(session) === page.key)) return page;
	return { type: 'list' };
}

/** A list is read out when it is there first, and when a search has found what was said. */
function spoken(
	state: SessionsPanelState,
	before: SessionListState | null,
	list: SessionListState,
): SessionsPanelState {
	if (state.page.type !== 'list' || list.isLoading) return state;
	const isFirst = before === null || before.isLoading || before.scope !== list.scope;
	const isFound = before?.isSearching === true && !list.isSearching && state.search !== '';
	return isFirst || isFound ? saying(state, { type: 'rows', from: 0 }) : state;
}

/** What a change came to is told once. */
function followOutcome(state: SessionsPanelState, list: SessionListState | null): SessionsPanelState {
	const outcome = list?.outcome ?? null;
	if (outcome === null || outcome.id === state.told) return state;
	return saying({ ...state, told: outcome.id }, { type: 'words', text: sanitizeLine(outcome.text) });
}

/** What is read is read out when it is there. */
function followReading(
	state: SessionsPanelState,
	before: SessionsPanelState,
	list: SessionListState | null,
): SessionsPanelState {
	const { page } = state;
	if (page.type !== 'read' || list === before.basis.list) return state;
	const isNew = list?.previews.has(page.key) === true && before.basis.list?.previews.has(page.key) !== true;
	return isNew ? saying(state, { type: 'reading' }) : state;
}

function fetching(state: SessionsPanelState, list: SessionListState | null): PanelStep {
	if (list === null || list.isLoading) return { state, requests: [] };
	const requests: UiRequest[] = [];
	let next = state;
	const { agentSessions, previews } = list;
	const ahead = state.shown.sessions.length - state.selected;
	if (agentSessions.type === 'more' && ahead < AHEAD && state.askedAt !== agentSessions.count) {
		next = { ...next, askedAt: agentSessions.count };
		requests.push(wants({ type: 'more' }));
	}
	const selected = state.shown.sessions[state.selected];
	const key = selected === undefined || recordIdOf(selected) === null ? null : rowKey(selected);
	if (key !== null && next.previewed !== key) {
		next = { ...next, previewed: key };
		if (!previews.has(key)) requests.push(wants({ type: 'preview', key }));
	}
	return { state: next, requests };
}
