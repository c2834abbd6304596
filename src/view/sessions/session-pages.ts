import type { SessionRow } from '../../core/session-index.js';
import { rowKey, type SessionListState } from '../../core/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { styled } from '../line.js';
import { openPage } from '../panel/engine.js';
import type { PanelKind, PanelResult } from '../panel/panel.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { UiState } from '../state/ui-state.js';
import { toast, type UiStep, withRequests } from '../state/ui-step.js';
import { createRenderCache, type RenderCache } from '../transcript/line-cache.js';
import { scroll } from '../transcript/position.js';
import { transcriptWindow } from '../transcript/window.js';
import { wants } from './list-requests.js';
import { LOADING, previewLines } from './preview.js';
import { readingWords, rowContext, TITLE, titleLine, titleOf } from './session-row.js';

/** A page about a session, opened over the list, to which it returns. */
type Page = { readonly session: SessionRow };

/** Something that can be done with a session. */
export type Choice = {
	readonly label: string;
	readonly detail?: string;
	readonly run: (context: ScreenContext) => PanelResult<never>;
};

/** A page that is left for something else closes the list as well. */
const left = (ui: UiState): UiStep => withRequests(ui, wants({ type: 'close' }));

/** The screen after something that was chosen: the list again, unless that opened something else or closes it. */
function afterChoice({ ui, now }: ScreenContext, result: PanelResult<never>): UiStep {
	const { requests = [], closes, words } = result;
	if (closes === true) return withRequests({ ...ui, panel: { kind: 'none' } }, ...requests);
	const next = result.ui ?? ui;
	return withRequests(words === undefined ? next : toast(next, words, now), ...requests);
}

type Choices = { readonly title: string; readonly rows: readonly Choice[]; readonly first: number };

/** Asks what to do with a session; `first` is the place of the row that is selected first. */
export function askChoice(context: ScreenContext, session: SessionRow, choices: Choices): UiState {
	return openPage(context, choicePage, { session, ...choices });
}

const choicePage: PanelKind<Page & Choices> = {
	name: 'sessions',
	coversDraft: true,
	panel: (_context, page) => ({
		left,
		title: page.title,
		first: String(page.first),
		rows: page.rows.map(({ run, ...words }, at) => ({
			...words,
			id: String(at),
			choose: (context) => afterChoice(context, run(context)),
		})),
		spoken: { how: 'Type a number. Enter alone goes back to the list.' },
	}),
};

export function renameSession(context: ScreenContext, session: SessionRow): UiState {
	return openPage(context, renamePage, { session }, { typed: sanitizeLine(session.title).trim() });
}

const renamePage: PanelKind<Page> = {
	name: 'sessions',
	keys: 'sessions',
	coversDraft: true,
	panel(context, page, { typed }) {
		const { session } = page;
		const look = rowContext(context, '');
		const preview = context.lookups.sessionList?.previews.get(rowKey(session));
		return {
			left,
			title: TITLE,
			rows: [{ id: rowKey(session), label: titleOf(session) }],
			rowLines: (_row, width, isSelected) => [titleLine(session, look, isSelected, width), []],
			preview: (_row, width) => previewLines(session, preview, look, width),
			line: { most: MOST_TITLE, label: 'New title: ', hint: 'enter renames, esc keeps the title', isValue: true },
			actions: () => [
				{ id: 'sessions-open', words: 'rename it', isEnter: true, closes: true, run: () => renamed(page, typed) },
			],
			spoken: { how: 'Type the new title. Enter alone keeps the one it has.' },
		};
	},
};

/** Characters of a title that there is room for. */
const MOST_TITLE = 200;

/** An empty title, or the same, changes nothing. */
function renamed({ session }: Page, typed: string): PanelResult<Page> {
	const title = typed.trim();
	const isNew = title !== '' && title !== session.title;
	return { requests: isNew ? [wants({ type: 'rename', key: rowKey(session), title })] : [] };
}

type Perform = (context: ScreenContext, session: SessionRow, action: 'export' | 'fork') => PanelResult<never>;

type Reading = {
	readonly perform: Perform;
	/** Lines that were drawn are kept for this page alone: the transcript of the open session has its own. */
	readonly cache: RenderCache;
	readonly isReadOut: boolean;
};

/** An older session is read, from its end. */
export function readSession(context: ScreenContext, session: SessionRow, perform: Perform): UiState {
	return openPage(context, readingPage, { session, perform, cache: createRenderCache(), isReadOut: false });
}

const readingPage: PanelKind<Page & Reading> = {
	name: 'sessions',
	keys: 'sessions',
	coversDraft: true,
	scrolledBy: { up: 'sessions-preview-up', down: 'sessions-preview-down' },
	panel: (context, page) => ({
		left,
		title: `Reading: ${titleOf(page.session)}`,
		rows: [],
		empty: LOADING,
		pane: {
			below: () => [
				[styled('Nothing can be sent here · ctrl+f go on in a copy · ctrl+e to a file · esc back', { color: 'muted' })],
			],
			lines: (width, rows, anchor) => {
				const older = olderContext(page, context, width);
				if (typeof older === 'string') return wrapLine([styled(older, { color: 'muted' })], width);
				return transcriptWindow(older.session.entries, transcriptContext(older), anchor, rows).lines;
			},
			scroll: (width, rows, anchor, by) => {
				const older = olderContext(page, context, width);
				if (typeof older === 'string') return anchor;
				return scroll(older.session.entries, transcriptContext(older), anchor, rows, by);
			},
		},
		actions: () => [
			{ id: 'sessions-open', words: 'back', isEnter: true, closes: true, run: () => ({}) },
			{ id: 'sessions-export', words: 'export', run: (now) => page.perform(now, page.session, 'export') },
			{ id: 'sessions-fork', words: 'fork', run: (now) => page.perform(now, page.session, 'fork') },
		],
	}),
	follow({ lookups }, page) {
		const preview = lookups.sessionList?.previews.get(rowKey(page.session));
		if (page.isReadOut || preview === undefined) return null;
		return { own: { ...page, isReadOut: true }, reads: readingWords(preview) };
	},
};

/** Context for the older session's transcript, `width` cells wide; a string says why there is none yet. */
function olderContext(page: Page & Reading, context: ScreenContext, width: number): ScreenContext | string {
	const reading = readingOf(page, context.lookups.sessionList);
	if (reading === null) return LOADING;
	if (reading.failure !== undefined) return sanitizeLine(reading.failure.message);
	const { entries } = reading;
	if (entries === undefined || entries.size === 0) return 'Nothing was said in it.';
	const session = { ...context.session, entries, turn: null, questions: [] };
	const ui = { ...context.ui, columns: width + 2, isTranscriptView: false, selection: null };
	return { ...context, session, ui: { ...ui, open: new Map(), cursor: null, search: null }, cache: page.cache };
}

function readingOf({ session }: Page, list: SessionListState | null): SessionListState['reading'] {
	const reading = list?.reading ?? null;
	return reading?.key === rowKey(session) ? reading : null;
}
