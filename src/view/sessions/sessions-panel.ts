import type { SessionRow } from '../../core/session-index.js';
import { recordIdOf, rowKey, type SessionListState } from '../../core/session-list.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncateStart } from '../../core/text/width.js';
import { weakLast, weakMemo } from '../../core/weak-memo.js';
import { type Line, styled } from '../line.js';
import { openPanel } from '../panel/engine.js';
import {
	type PanelAction,
	type PanelKind,
	type PanelPlace,
	type PanelResult,
	type PanelRow,
	panelOf,
} from '../panel/panel.js';
import { clipLine, joinLine } from '../spans.js';
import { sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { type UiRequest, type UiStep, withRequests } from '../state/ui-step.js';
import { shortDirectory } from '../status/session-words.js';
import { excerptOf, findSessions, type ShownSessions } from './find-sessions.js';
import { wants } from './list-requests.js';
import { previewLines } from './preview.js';
import { perform, type SessionAction } from './session-actions.js';
import { detailLine, rowContext, rowSentence, TITLE, titleLine, titleOf } from './session-row.js';

/** Progress of fetching and reading out the list. */
type Followed = {
	/** The session whose preview was asked for last, by its key. */
	readonly previewed: string | null;
	/** Number of sessions the agent's list had when its next page was asked for. */
	readonly askedAt: number;
	/** The outcome that was announced last, by its id. */
	readonly announced: number;
	/** The id of the session that was named to begin with; empty once another key came, or it was asked about. */
	readonly asksFor: string;
	/** The list as it was looked at last. */
	readonly list: SessionListState | null;
};

/** Opens the panel of sessions, with what was typed meanwhile as the search. */
export function open(context: ScreenContext, typed: string): UiStep {
	const search = sanitizeLine(typed).trim();
	const own: Followed = { previewed: null, askedAt: -1, announced: 0, asksFor: search, list: null };
	return withRequests(
		openPanel(context, sessionsPanel, own, { typed: search }),
		wants({ type: 'open', scope: 'folder' }),
		...(search === '' ? [] : [wants({ type: 'search', text: search })]),
	);
}

type Row = PanelRow & { readonly session: SessionRow };

/** Characters of a search that there is room for. */
const MOST_SEARCH = 200;
/** Number of sessions that are read out at once. */
const AT_ONCE = 9;
/** Further pages are fetched when fewer sessions than this are behind the selected one. */
const AHEAD = 40;

const sessionsPanel: PanelKind<Followed> = {
	name: 'sessions',
	keys: 'sessions',
	coversDraft: true,
	scrolledBy: { up: 'sessions-preview-up', down: 'sessions-preview-down' },
	panel(context, own, { typed }) {
		const list = context.lookups.sessionList;
		const shown = shownIn(list, typed);
		const look = rowContext(context, typed);
		const rows = rowsOf(shown.sessions);
		const isAll = list?.scope === 'all';
		const other = wants({ type: 'open', scope: isAll ? 'folder' : 'all' });
		const otherScope = (): PanelResult<Followed> => ({ own: { ...own, askedAt: -1 }, requests: [other] });
		const scope =
			(list?.scope ?? 'folder') === 'all' ? 'all folders' : shortDirectory(context.session.cwd, context.home);
		const search = typed.trim();
		return panelOf<Followed, Row>({
			title: TITLE,
			titleNote: titleNote(context, shown, scope, search !== ''),
			rows,
			...topOf(shown, context),
			empty: emptyWords(list, typed),
			isLoading: list === null || isLookedFor(list),
			rowLines: ({ session }, width, isSelected) => [
				titleLine(session, look, isSelected, width),
				detailLine(session, look, excerptOf(session, shown.excerpts), width),
			],
			preview: ({ session }, width) => previewLines(session, list?.previews.get(rowKey(session)), look, width),
			status: (width) => statusLine(list, search !== '', width),
			line: {
				most: MOST_SEARCH,
				label: 'Search: ',
				hint: 'type to search titles and what was said',
				set: (text) => ({
					own: { ...own, askedAt: -1 },
					requests: text.trim() === search ? [] : [wants({ type: 'search', text: text.trim() })],
				}),
			},
			actions: (row) => [
				...(row === undefined ? [] : actionsOf(row.session)),
				{
					id: 'sessions-folders',
					words: isAll ? 'this folder' : 'all folders',
					word: isAll ? 'here' : 'all',
					run: otherScope,
				},
			],
			left: (ui) => withRequests(ui, wants({ type: 'close' })),
			spoken: {
				title: search === '' ? `Sessions, ${scope}` : `${counted(shown.sessions.length, 'session')} with “${search}”`,
				how: `Type a number for what can be done with it, words to search, “more” for the next ones, ${isAll ? '“here” for this folder' : '“all” for all folders'}. Enter alone closes the list.`,
				atOnce: AT_ONCE,
				row: ({ session }) => rowSentence(session, excerptOf(session, shown.excerpts), look),
				notes: list === null ? [] : agentSentence(list),
			},
		});
	},
	again: (own) => ({ ...own, asksFor: '' }),
	follow(context, own, place) {
		const list = context.lookups.sessionList;
		const asked = askAboutNamed(context, own, place);
		if (asked !== null) return asked;
		const announcement = news(own, list, place);
		const fetched = fetching(context, announcement?.own ?? own, place);
		return announcement === null && fetched === null ? null : { ...announcement, ...fetched };
	},
};

/** Result of the last search: a list is searched once. */
const found = weakLast<readonly SessionRow[], ShownSessions>();

function shownIn(list: SessionListState | null, search: string): ShownSessions {
	return list === null ? NONE : found(list.sessions, [list.found, search], () => findSessions(list, search));
}

const NONE: ShownSessions = findSessions({ sessions: [], found: null }, '');

const rowsOf = weakMemo((sessions: readonly SessionRow[]): readonly Row[] =>
	sessions.map((session) => ({ id: rowKey(session), label: titleOf(session), session })),
);

/** The session that is selected first: the newest besides the open one. */
function topOf({ sessions }: ShownSessions, { session }: ScreenContext): { readonly first?: string } {
	const [first, second] = sessions;
	if (first === undefined) return {};
	return { first: rowKey(second !== undefined && recordIdOf(first) === session.record?.id ? second : first) };
}

function actionsOf(session: SessionRow): readonly PanelAction<Followed>[] {
	const does = (action: SessionAction) => (context: ScreenContext) => perform(context, session, action);
	return [
		{ id: 'sessions-open', words: 'resume', spoken: 'Resume it', isEnter: true, run: does('resume') },
		{ id: null, spoken: 'Hear its end', run: does('read') },
		{ id: 'sessions-rename', words: 'rename', spoken: 'Give it another title', run: does('rename') },
		{ id: 'sessions-fork', words: 'fork', spoken: 'Go on in a copy of it', run: does('fork') },
		{ id: 'sessions-export', words: 'export', spoken: 'Write its transcript to a file', run: does('export') },
		{ id: 'sessions-delete', words: 'delete', spoken: 'Delete it', run: does('delete') },
	];
}

/** Cells around the title, and of the folder in it where that is worth a word. */
const TITLE_EDGES = 9;
const LEAST_SCOPE = 10;

/** Drops the folder first where there is no room: it stands in the header as well. */
function titleNote({ lookups, ui }: ScreenContext, shown: ShownSessions, scope: string, isSearch: boolean): string {
	const list = lookups.sessionList;
	const isKnown = list !== null && !list.isLoading;
	const all = list?.sessions.length ?? 0;
	const found = `${shown.sessions.length.toLocaleString('en')} of ${all.toLocaleString('en')}`;
	const count = !isKnown ? '' : isSearch ? found : counted(all, 'session');
	const taken = count === '' ? 0 : cellWidth(count) + 3;
	const room = ui.columns - TITLE_EDGES - cellWidth(TITLE) - taken;
	const place = room < LEAST_SCOPE ? '' : truncateStart(scope, Math.min(60, room));
	return [count, place].filter((words) => words !== '').join(' · ');
}

const SEARCHING = 'searching what was said…';

/** Logs that are too damaged to be listed. */
function unreadable(ids: readonly string[]): string {
	const what = ids.length === 1 ? '1 session log' : `${ids.length} session logs`;
	return `${what} cannot be read: ${ids.slice(0, 3).join(', ')}`;
}

function isLookedFor({ isLoading, agentSessions }: SessionListState): boolean {
	return isLoading || agentSessions.type === 'loading';
}

/** Why there is nothing in the list. */
function emptyWords(list: SessionListState | null, search: string): string {
	if (list === null || isLookedFor(list)) return 'Looking for sessions…';
	if (search.trim() !== '') return list.isSearching ? SEARCHING : 'Nothing found.';
	if (list.unreadable !== undefined) return unreadable(list.unreadable);
	return list.scope === 'all' ? 'No sessions yet.' : 'No sessions in this folder yet.';
}

function statusLine(list: SessionListState | null, isSearch: boolean, width: number): Line {
	if (list === null) return [];
	const { outcome, failure, isSearching } = list;
	if (failure !== null) return clipLine([styled(sanitizeLine(failure.message), { color: 'error' })], width);
	const theirs = agentWords(list);
	const words =
		list.unreadable === undefined || theirs.isFailure ? theirs : { text: unreadable(list.unreadable), isFailure: true };
	const left: Line =
		outcome === null
			? [styled(words.text, { color: words.isFailure ? 'warning' : 'muted' })]
			: [styled(sanitizeLine(outcome.text), { color: outcome.isFailure ? 'error' : 'success' })];
	const right: Line = isSearching && isSearch ? [styled(SEARCHING, { color: 'muted' })] : [];
	return joinLine(left, right, width);
}

/** Text about the agent's own list; empty where it has none. */
function agentWords({ agentSessions }: SessionListState): { readonly text: string; readonly isFailure: boolean } {
	const { type, count, failure } = agentSessions;
	const name = sanitizeLine(agentSessions.title);
	const known = `${count.toLocaleString('en')} in ${name}’s own list`;
	const texts = {
		none: '',
		loading: `${name}’s list is loading…`,
		more: `${known} so far`,
		complete: known,
		failed: `${name}’s list: ${sanitizeLine(failure?.message ?? '')}`,
	};
	return { text: texts[type], isFailure: type === 'failed' };
}

function agentSentence(list: SessionListState): readonly string[] {
	const { text } = agentWords(list);
	return text === '' ? [] : [sentence(text)];
}

/** Asks what to do with a session that was named on the command line and cannot be resumed as it is. */
function askAboutNamed(context: ScreenContext, own: Followed, { typed }: PanelPlace): PanelResult<Followed> | null {
	const [named, other] = shownIn(context.lookups.sessionList, typed).sessions;
	if (named === undefined || other !== undefined || named.id !== own.asksFor || typed !== named.id) return null;
	if (named.state !== 'running' && !named.isReadOnly) return null;
	return perform(context, named, 'resume');
}

/** Announces the outcome of a change once, and the list when it has loaded or a search has ended. */
function news(own: Followed, list: SessionListState | null, { typed }: PanelPlace): PanelResult<Followed> | null {
	if (list === null || list === own.list) return null;
	const { outcome } = list;
	const next = { ...own, list, announced: outcome?.id ?? own.announced };
	if (outcome !== null && outcome.id !== own.announced)
		return { own: next, reads: [sentence(sanitizeLine(outcome.text))] };
	const before = own.list;
	const isFirst = before === null || before.isLoading || before.scope !== list.scope;
	const isFound = before?.isSearching === true && !list.isSearching && typed !== '';
	return !list.isLoading && (isFirst || isFound) ? { own: next, reads: 'list' } : { own: next };
}

/** Asks for what the list lacks: its next page, and the preview of the session that is shown as selected. */
function fetching(
	context: ScreenContext,
	own: Followed,
	{ typed, selected }: PanelPlace,
): PanelResult<Followed> | null {
	const list = context.lookups.sessionList;
	if (list === null) return null;
	// Pending requests are dropped as the list is opened anew.
	if (list.isLoading) return own.previewed === null ? null : { own: { ...own, previewed: null } };
	const inList = shownIn(list, typed);
	const { sessions } = inList;
	const wantedRow = selected ?? topOf(inList, context).first;
	const at = Math.max(
		0,
		rowsOf(sessions).findIndex(({ id }) => id === wantedRow),
	);
	const wanted: UiRequest[] = [];
	const { agentSessions, previews } = list;
	const isNearEnd = agentSessions.type === 'more' && sessions.length - at < AHEAD;
	const askedAt = isNearEnd && own.askedAt !== agentSessions.count ? agentSessions.count : own.askedAt;
	if (askedAt !== own.askedAt) wanted.push(wants({ type: 'more' }));
	const shown = sessions[at];
	const key = shown === undefined || recordIdOf(shown) === null ? own.previewed : rowKey(shown);
	if (key !== null && key !== own.previewed && !previews.has(key)) wanted.push(wants({ type: 'preview', key }));
	if (askedAt === own.askedAt && key === own.previewed) return null;
	return { own: { ...own, askedAt, previewed: key }, requests: wanted };
}
