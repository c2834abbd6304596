import { type EntryList, emptyEntries } from '../../core/session/entries/entry-list.js';
import { weakMemo } from '../../core/weak-memo.js';
import type { DrawnComposer } from '../composer/render-draft.js';
import { type Line, plain, styled } from '../line.js';
import { NO_SIDE_PANEL, renderSidePanel } from '../side-panel/side-panel.js';
import { visibleSignIn } from '../sign-in/in-front.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { FIRST_SCREEN_ROWS, isAtStart } from '../state/first-screen.js';
import { followLayout } from '../state/follow-places.js';
import { formsIn } from '../state/loaded-forms.js';
import { emptyLayout, type Overlay, type ScreenLayout } from '../state/screen-layout.js';
import { acrossScreen } from '../state/side-panel.js';
import { subagentViewIn } from '../state/subagent-view.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { EntryShift } from '../transcript/line-cache.js';
import type { RenderContext } from '../transcript/render-context.js';
import { transcriptWindow } from '../transcript/window.js';
import { LOW_ROWS } from './composer-region.js';
import { dayOf, firstScreen, welcome } from './first-screen.js';
import { renderFooter } from './footer.js';
import { renderHeader } from './header.js';
import { ownStatusLine } from './own-status-line.js';
import { createLayout, type Layout, type Regions } from './regions.js';
import { scrolledRows } from './scroll-mark.js';
import { renderStatus } from './status-line.js';
import { hasTabs, renderTabs } from './tabs.js';
import { chosenRows, drawTranscript } from './transcript-region.js';

/** Regions of the screen, from top to bottom. Transcript and plan stand one cell further in. */
export const REGIONS = [
	'header',
	'transcript',
	'plan',
	'overlay',
	'status',
	'queue',
	'completion',
	'composer',
	'footer',
] as const;

export type Region = (typeof REGIONS)[number];

export type OverlayKind = 'permission' | 'plan-approval' | 'form' | 'panel';

/** The whole screen as lines, by region; together exactly as many as there are rows. */
export type Frame = ScreenLayout & {
	readonly [R in Region]: readonly Line[];
} & {
	/** The side panel, a line for each row from the transcript to above the composer; empty: there is none. */
	readonly side: readonly Line[];
	readonly overlayKind: OverlayKind;
	readonly marked: { readonly from: number; readonly to: number } | null;
	/** Where the terminal's cursor stands, from 0; null hides it. */
	readonly cursor: { readonly x: number; readonly y: number } | null;
	/** Shifts in long texts as they were laid out: places in them follow (see `followLayout`). */
	readonly moved: readonly EntryShift[];
	/** Entries that were drawn: places in the frame are places in this list. */
	readonly entries: EntryList;
	/** The card of the sub-agent whose transcript it is; absent for the conversation. */
	readonly cardId?: string;
};

export const emptyFrame: Frame = {
	...emptyLayout,
	header: [],
	transcript: [],
	plan: [],
	overlay: [],
	overlayKind: 'panel',
	status: [],
	queue: [],
	completion: [],
	composer: [],
	footer: [],
	...NO_SIDE_PANEL,
	marked: null,
	cursor: null,
	moved: [],
	entries: emptyEntries,
};

/** Every round lays out a part of a long text, so that a screen is full after a few. */
const MOST_ROUNDS = 20;

export const LEAST_SCREEN = { columns: 20, rows: 6 };

export function renderFrame(context: ScreenContext): Frame {
	const { cache } = context;
	const moved: EntryShift[] = [];
	let current = context;
	for (let round = 0; ; round += 1) {
		const shifts = cache.takeShifts();
		moved.push(...shifts);
		current = { ...current, ui: followLayout(current.ui, current.session.entries, shifts) };
		const { columns, rows } = current.ui;
		const isSmall = columns < LEAST_SCREEN.columns || rows < LEAST_SCREEN.rows;
		const frame = (isSmall ? tooSmall : layOut)(current, transcriptContext(current));
		if (!cache.hasShifts() || round === MOST_ROUNDS) return { ...frame, moved, entries: context.session.entries };
	}
}

type Drawn = Omit<Frame, 'moved' | 'entries'>;

function layOut(context: ScreenContext, transcript: RenderContext): Drawn {
	const { session, ui } = context;
	// Air below the header, where there is room for it.
	const isCrowded = session.questions.length > 0 && ui.rows < LOW_ROWS;
	const across = acrossScreen(context);
	const tabs = hasTabs(context);
	const below = tabs ? [renderTabs(across)] : ui.rows < 24 ? [] : [[]];
	const plain = ui.rows < 9 || isCrowded ? [] : [renderHeader(across, tabs), ...below];
	const layout = createLayout(context, transcript);
	const above = welcomeAboveNotes(context, layout, plain.length);
	const top = above.length === 0 ? plain : [...plain, ...above, []];
	const footer = [...ownStatusLine(across), renderFooter(across, tabs)];
	const taken = top.length + footer.length;
	const regions = layout.regions(taken);
	const { composer, status, room, overlay, plan, rows } = regions;
	const window = layout.window(taken);
	const empty =
		session.entries.size === 0
			? (subagentViewIn(context.ui)?.empty(context.ui.columns - 2) ?? welcomeOf(context, rows))
			: null;
	const drawn = { header: top, lines: empty ?? drawTranscript(context, transcript, window) };
	const { header, lines } = empty === null ? scrolledRows(context, transcript, window, drawn) : drawn;
	const composerTop = header.length + room + status;
	const overlayTop = header.length + rows + plan.length;
	const { cursor } = overlay;
	return {
		header,
		headerRows: header.length,
		...(composer.text === undefined ? {} : { draft: { ...composer.text, row: composerTop + composer.text.row } }),
		transcript: padRows(lines, rows),
		marked: chosenRows(context, window),
		hasRecents: hasRecents(empty ?? above),
		...linesBelow(context, regions, window),
		footer,
		...renderSidePanel(context, room + status),
		cursor: cursor == null ? cursorAt(context, composer, composerTop) : { x: cursor.x, y: overlayTop + cursor.y },
		window,
		transcriptRows: rows,
		...overlayLayout(overlay, overlayTop),
	};
}

export function linesBelow(
	context: ScreenContext,
	{ plan, overlay, status, queue, completion, composer }: Regions,
	window: Frame['window'],
) {
	return {
		plan,
		overlay: overlay.lines,
		overlayKind: overlayKind(context),
		status: renderStatus(context, window, status),
		queue,
		completion,
		composer: composer.lines,
	};
}

function overlayKind(context: ScreenContext): OverlayKind {
	const { session, ui } = context;
	if (ui.panel.kind !== 'none' || visibleSignIn(context) !== null) return 'panel';
	const kind = session.questions[0]?.kind ?? 'elicitation-form';
	if (kind === 'elicitation-form') return 'form';
	return kind === 'exit-plan' ? 'plan-approval' : 'permission';
}

export function cursorAt(context: ScreenContext, { cursor }: DrawnComposer, top: number): Frame['cursor'] {
	const { ui } = context;
	const hasFormKeys = formsIn(ui)?.focus(context) != null;
	const isElsewhere = ui.panel.kind !== 'none' || hasFormKeys || visibleSignIn(context)?.view.hasFocus === true;
	return cursor === null || isElsewhere ? null : { x: cursor.column, y: top + cursor.row };
}

export function overlayLayout({ lines, answers, questionPage, lastScroll, room }: Overlay, top = 0) {
	const place = room === undefined ? {} : { overlayTop: top, overlayRoom: room };
	return { overlayRows: lines.length, answers, questionPage, lastScroll, ...place };
}

function padRows(lines: readonly Line[], height: number): readonly Line[] {
	if (lines.length >= height) return lines.slice(0, height);
	return [...lines, ...Array.from({ length: height - lines.length }, () => [])];
}

function tooSmall({ ui, session }: ScreenContext, transcript: RenderContext): Drawn {
	const words = `acp-tui needs ${LEAST_SCREEN.columns}×${LEAST_SCREEN.rows} cells`;
	const lines = wrapLine([styled(words, { color: 'warning' })], Math.max(1, ui.columns));
	const overlay = padRows([...lines, [plain('')]], Math.max(1, ui.rows));
	const window = transcriptWindow(session.entries, transcript, ui.anchor, 0);
	return { ...emptyFrame, overlay, window };
}

const MOST_WELCOME = 20;

/** Notices of the start leave the first screen what a newcomer needs, where there is room for both. */
function welcomeAboveNotes(context: ScreenContext, layout: Layout, taken: number): readonly Line[] {
	const { session, ui } = context;
	const isBegun = session.entries.size === 0 || !isAtStart(session);
	if (isBegun || subagentViewIn(ui) !== null || ui.isTranscriptView || ui.panel.kind !== 'none') return [];
	const isWhole = (lines: readonly Line[]): boolean => {
		// With a blank below them, and the footer.
		const above = taken + lines.length + 2;
		const { room, status, composer } = layout.regions(above);
		if (above + room + status + composer.lines.length > ui.rows) return false;
		const { firstVisible, isAtEnd } = layout.window(above);
		return firstVisible?.entry === 0 && firstVisible.line === 0 && isAtEnd;
	};
	// On a low screen as much of it as the notices leave room for.
	for (let height = Math.min(ui.rows, MOST_WELCOME); height > 0; height -= 1) {
		const lines = welcomeOf(context, height);
		if (isWhole(lines)) return lines;
	}
	return [];
}

/** The same lines for each key that is typed: nothing of them changes with the draft. */
function welcomeOf(context: ScreenContext, height: number): readonly Line[] {
	const { session, lookups, ui, home, version, now, cache } = context;
	const isFirst = ui.rows >= FIRST_SCREEN_ROWS;
	const from = [session, lookups, ui.columns, ui.appearance, ui.firstKey, home, version, dayOf(now), isFirst];
	const draw = () => (isFirst ? firstScreen(context, height) : welcome(context, height));
	return cache.part(`welcome ${height}`, from, draw);
}

const hasRecents = weakMemo((lines: readonly Line[]) =>
	lines.some((line) => line.some(({ style }) => style?.target?.type === 'recent')),
);
