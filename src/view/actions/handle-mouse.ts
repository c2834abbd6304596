import { type EntryList, entryAt } from '../../core/session/entries/entry-list.js';
import { counted } from '../../core/text/counted.js';
import type { MouseEvent } from '../../terminal/input/mouse.js';
import { reduceComposer } from '../composer/composer.js';
import { afterKey } from '../panel/guard.js';
import { panelInFront } from '../sign-in/in-front.js';
import { lineText } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { followLayout } from '../state/follow-places.js';
import { formsIn } from '../state/loaded-forms.js';
import { isPointing, type MouseSelection } from '../state/mouse-state.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { UiState } from '../state/ui-state.js';
import { show, type UiStep, withRequests } from '../state/ui-step.js';
import type { Target } from '../target.js';
import { blockAt, blockLine } from '../transcript/block.js';
import { anchorAt, END } from '../transcript/position.js';
import type { RenderContext } from '../transcript/render-context.js';
import { compareSpots, type SelectionUnit, type Spot, selectedRange } from '../transcript/selection/selection.js';
import { selectionText } from '../transcript/selection/selection-text.js';
import { transcriptWindow } from '../transcript/window.js';
import { clickOn } from './click.js';
import { scrollTranscript } from './scroll-transcript.js';
import { isFoldable, toggleEntry } from './toggle-entry.js';

/** Lines that one notch of the wheel scrolls. */
const WHEEL_LINES = 3;
/** Presses on one cell within this (ms) are a double click. */
const DOUBLE_WITHIN = 400;
/** A transcript dragged beyond its edge scrolls this often, in ms. */
const DRIFT_STEP = 40;
/** Rows of the transcript are indented by one cell. */
const INDENT = 1;
/** Further right than any line is long. */
const FAR_RIGHT = Number.MAX_SAFE_INTEGER - 1;

const UNITS: readonly SelectionUnit[] = ['cell', 'word', 'line'];

/**
 * Mouse events: the wheel scrolls what it is over, a click on a target does what its key does, a drag selects in
 * the transcript and its release copies the source of what it covers, a double click takes a word, a triple one a line,
 * a click on a card's head opens or folds it. `layout` is the one that the user saw, `target` what was at the pointer.
 */
export function handleMouse(
	context: ScreenContext,
	layout: ScreenLayout,
	event: MouseEvent,
	target: Target | null,
): UiStep {
	switch (event.kind) {
		case 'wheel-up':
			return wheelOverlay(context, layout, event, -WHEEL_LINES) ?? wheel(context, layout, -WHEEL_LINES);
		case 'wheel-down':
			return wheelOverlay(context, layout, event, WHEEL_LINES) ?? wheel(context, layout, WHEEL_LINES);
		case 'press':
			if (event.button !== 'left') return show(context.ui);
			return clickOn(context, layout, target, isOnOverlay(layout, event)) ?? show(press(context, layout, event));
		case 'drag':
			return show(drag(context, layout, event));
		case 'release':
			return release(context, layout);
		case 'move':
			return show(pointAt(context.ui, event));
		case 'wheel-left':
		case 'wheel-right':
			return show(context.ui);
	}
}

/** Stores the pointer's cell where something can be hovered; enter is not affected. */
export function pointAt(ui: UiState, { x, y }: MouseEvent): UiState {
	return isPointing(ui) ? { ...ui, pointer: { x, y } } : ui;
}

/** Whether the pointer is over what lies over the transcript. */
function isOnOverlay({ overlayTop, overlayRows }: ScreenLayout, { y }: MouseEvent): boolean {
	const row = y - 1 - (overlayTop ?? y);
	return row >= 0 && row < overlayRows;
}

function wheelOverlay(context: ScreenContext, layout: ScreenLayout, event: MouseEvent, lines: number): UiStep | null {
	if (!isOnOverlay(layout, event)) return null;
	const panel = panelInFront(context);
	const over = { column: event.x - 1, row: event.y - 1 - (layout.overlayTop ?? 0) };
	if (panel !== null) return panel.wheel(context, lines, layout.overlayRoom ?? 1, over);
	return formsIn(context.ui)?.wheel(context, layout, lines) ?? null;
}

/** The wheel scrolls what it is over: a question or plan that is open, else the transcript. */
function wheel(context: ScreenContext, layout: ScreenLayout, lines: number): UiStep {
	const { ui } = context;
	const bounded = (scroll: number): number => Math.max(0, Math.min(layout.lastScroll, scroll + lines));
	const question = context.session.questions[0];
	const isOver = question?.kind === 'exit-plan' || ui.question?.isOpen === true;
	if (ui.question !== null && isOver && !ui.isTranscriptView) {
		return show({ ...ui, question: { ...ui.question, scroll: bounded(ui.question.scroll) } });
	}
	const moved = scrollTranscript(context, layout, lines);
	const { selection } = moved;
	return show(selection === null ? moved : { ...moved, selection: { ...selection, wasFollowing: false } });
}

function press(context: ScreenContext, layout: ScreenLayout, event: MouseEvent): UiState {
	const { ui, now } = context;
	const spot = spotUnder(layout, event);
	const { click } = ui;
	const isAgain = click !== null && click.x === event.x && click.y === event.y && now - click.at <= DOUBLE_WITHIN;
	const count = isAgain ? (click.count % UNITS.length) + 1 : 1;
	// Clicks one after the other answer a question no sooner than keys do.
	const keys = ui.question === null ? {} : afterKey(ui, now);
	const clicked: UiState = { ...ui, ...keys, click: { x: event.x, y: event.y, at: now, count }, selection: null };
	const { firstVisible } = layout.window;
	if (spot === null || firstVisible === null) return clickDraft(clicked, layout, event) ?? clicked;
	const selection: MouseSelection = {
		anchor: spot,
		head: spot,
		unit: UNITS[count - 1] ?? 'cell',
		columns: ui.columns,
		isDragging: true,
		hasMoved: false,
		wasFollowing: ui.anchor.type === 'end',
		drift: 0,
		driftAt: 0,
	};
	return { ...clicked, selection, anchor: anchorAt(firstVisible) };
}

/** Moves the draft's cursor to the clicked cell; null: the click was elsewhere. */
function clickDraft(ui: UiState, { draft }: ScreenLayout, { x, y }: MouseEvent): UiState | null {
	if (draft === undefined || ui.panel.kind !== 'none') return null;
	const row = y - 1 - draft.row;
	if (row < 0 || row >= draft.rows) return null;
	const place = { type: 'place', row, column: x - 1 - draft.column, maxRows: draft.maxRows } as const;
	return { ...ui, composer: reduceComposer(ui.composer, place) };
}

function drag({ ui, now }: ScreenContext, layout: ScreenLayout, event: MouseEvent): UiState {
	const { selection } = ui;
	if (selection === null || !selection.isDragging) return ui;
	const top = layout.headerRows + 1;
	const bottom = top + layout.window.rows.length - 1;
	// Without a header there is no row above the transcript to drag to.
	const isAbove = event.y < top || (top === 1 && event.y === 1);
	const drift = isAbove ? -1 : event.y > bottom ? 1 : 0;
	const head = nearestSpot(layout, event);
	if (head === null) return ui;
	const hasMoved = selection.hasMoved || compareSpots(head, selection.anchor) !== 0;
	const driftAt = drift === selection.drift ? selection.driftAt : now;
	return { ...ui, selection: { ...selection, head, hasMoved, drift, driftAt } };
}

function release(context: ScreenContext, layout: ScreenLayout): UiStep {
	const { ui, session } = context;
	const { selection } = ui;
	if (selection === null || !selection.isDragging) return show(ui);
	const anchor = selection.wasFollowing ? END : ui.anchor;
	if (!selection.hasMoved && selection.unit === 'cell') {
		return show(clickEntry({ ...context, ui: { ...ui, selection: null, anchor } }, layout, selection.anchor));
	}
	const transcript = transcriptContext(context);
	const followed = layOutSelection({ ...ui, anchor }, session.entries, transcript);
	const whole = followed.selection ?? selection;
	const text = selectionText(session.entries, transcript, selectedRange(session.entries, transcript, whole));
	const released: UiState = { ...followed, selection: { ...whole, isDragging: false, drift: 0 } };
	if (text === '') return show({ ...released, selection: null });
	return withRequests(released, { type: 'copy', text, label: counted(text.split('\n').length, 'line') });
}

/** A click chooses an entry of the transcript view; on a card's head, or on what says that lines are cut, it folds. */
function clickEntry(context: ScreenContext, layout: ScreenLayout, spot: Spot): UiState {
	const { session, ui } = context;
	const entry = entryAt(session.entries, spot.entry);
	const block = blockAt(session.entries, spot.entry, transcriptContext(context));
	if (entry === undefined || spot.line < block.gap) return ui;
	const chosen: UiState = ui.isTranscriptView ? { ...ui, cursor: spot.entry } : ui;
	const isHead = spot.line === block.gap;
	const isCut = lineText(blockLine(block, spot.line)).trimStart().startsWith('⋯ ');
	if (!isFoldable(entry) || !(isHead || isCut)) return chosen;
	const toggled = toggleEntry({ ...context, ui: chosen }, spot.entry);
	const { firstVisible } = layout.window;
	// The head stays under the pointer, however long the card gets.
	return toggled === chosen || firstVisible === null ? toggled : { ...toggled, anchor: anchorAt(firstVisible) };
}

function spotUnder(layout: ScreenLayout, event: MouseEvent): Spot | null {
	if (layout.sideAt > 0 && event.x > layout.sideAt) return null;
	const position = layout.window.rows[event.y - 1 - layout.headerRows];
	return position === undefined ? null : { ...position, column: Math.max(0, event.x - 1 - INDENT) };
}

function nearestSpot(layout: ScreenLayout, event: MouseEvent): Spot | null {
	const { rows } = layout.window;
	const row = event.y - 1 - layout.headerRows;
	const position = rows[Math.max(0, Math.min(rows.length - 1, row))];
	if (position === undefined) return null;
	if (row < 0) return { ...position, column: 0 };
	return { ...position, column: row >= rows.length ? FAR_RIGHT : Math.max(0, event.x - 1 - INDENT) };
}

/** A drag held beyond the transcript's edge scrolls on while the pointer rests. */
export function driftSelection(context: ScreenContext, layout: ScreenLayout): UiState {
	const { ui, now } = context;
	const { selection } = ui;
	if (selection === null || !selection.isDragging || selection.drift === 0 || now < selection.driftAt) return ui;
	const moved = scrollTranscript(context, layout, selection.drift);
	const transcript = transcriptContext(context);
	const { rows } = transcriptWindow(context.session.entries, transcript, moved.anchor, layout.transcriptRows);
	const edge = selection.drift < 0 ? rows[0] : rows.at(-1);
	const head = edge === undefined ? null : { ...edge, column: selection.drift < 0 ? 0 : FAR_RIGHT };
	if (head === null || compareSpots(head, selection.head) === 0) {
		return { ...ui, selection: { ...selection, drift: 0 } };
	}
	const followed: MouseSelection = {
		...selection,
		head,
		hasMoved: true,
		driftAt: now + DRIFT_STEP,
		wasFollowing: selection.wasFollowing && selection.drift > 0,
	};
	const first = rows[0];
	return { ...moved, anchor: first === undefined ? moved.anchor : anchorAt(first), selection: followed };
}

/**
 * Lays out the selected part of its first and last entry, whose heights may be guesses where the user jumped with the
 * button down, and moves the places on the screen along. Costs what was not laid out before.
 */
function layOutSelection(ui: UiState, list: EntryList, transcript: RenderContext): UiState {
	let current = ui;
	for (;;) {
		const { selection } = current;
		if (selection === null) return current;
		const { anchor, head } = selection;
		const [start, end] = compareSpots(anchor, head) <= 0 ? [anchor, head] : [head, anchor];
		const isOne = start.entry === end.entry;
		layOut(list, transcript, start.entry, start.line, isOne ? end.line : Number.POSITIVE_INFINITY);
		if (!isOne) layOut(list, transcript, end.entry, 0, end.line);
		const shifts = transcript.cache.takeShifts();
		if (shifts.length === 0) return current;
		// After scrolling, the end of the list may be further down.
		current = followLayout(current, list, shifts);
	}
}

function layOut(list: EntryList, transcript: RenderContext, entry: number, from: number, to: number): void {
	let line = from;
	for (;;) {
		const { gap, height, view } = blockAt(list, entry, transcript);
		if (line > to || line >= height) return;
		const part = view.around(Math.max(0, line - gap));
		line = Math.max(line + 1, gap + part.first + part.lines.length);
	}
}
