import { entryAt } from '../../core/session/entry-list.js';
import type { MouseEvent } from '../../terminal/input/mouse.js';
import type { Frame, FrameRenderer } from '../frame/frame.js';
import { layOutSelection } from '../frame/lay-out-selection.js';
import { lineText } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { MouseSelection } from '../state/mouse-state.js';
import { show, type UiStep, want } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { blockAt, blockLine } from '../transcript/block.js';
import { counted } from '../transcript/layout.js';
import { anchorAt, END } from '../transcript/position.js';
import { compareSpots, type SelectionUnit, type Spot, selectedRange } from '../transcript/selection.js';
import { selectionText } from '../transcript/selection-text.js';
import { transcriptWindow } from '../transcript/window.js';
import { scrollTranscript } from './global-keys.js';
import { isFoldable, toggleEntry } from './toggle-entry.js';

/** Lines that one notch of the wheel scrolls. */
const WHEEL_LINES = 3;
/** Presses on one cell within this (ms) are a double click. */
const DOUBLE_WITHIN = 400;
/** A transcript dragged beyond its edge scrolls this often, in ms. */
const DRIFT_STEP = 40;
/** Rows of the transcript stand one cell further in. */
const INDENT = 1;
/** Further right than any line is long. */
const FAR_RIGHT = Number.MAX_SAFE_INTEGER - 1;

const UNITS: readonly SelectionUnit[] = ['cell', 'word', 'line'];

/**
 * What the mouse does: the wheel scrolls what it is over, a drag selects in the transcript and its
 * release copies the source of what it covers, a double click takes a word, a triple one a line, a
 * click on a card's head opens or folds it. `frame` is the one that the person saw.
 */
export function handleMouse(context: ScreenContext, frame: Frame, renderer: FrameRenderer, event: MouseEvent): UiStep {
	switch (event.kind) {
		case 'wheel-up':
			return wheel(context, frame, renderer, -WHEEL_LINES);
		case 'wheel-down':
			return wheel(context, frame, renderer, WHEEL_LINES);
		case 'press':
			return show(event.button === 'left' ? press(context, frame, event) : context.ui);
		case 'drag':
			return show(drag(context, frame, event));
		case 'release':
			return release(context, frame, renderer);
		case 'wheel-left':
		case 'wheel-right':
		case 'move':
			return show(context.ui);
	}
}

/** The wheel scrolls what it is over: help, a question or plan that is open, else the transcript. */
function wheel(context: ScreenContext, frame: Frame, renderer: FrameRenderer, lines: number): UiStep {
	const { ui } = context;
	const bounded = (scroll: number): number => Math.max(0, Math.min(frame.lastScroll, scroll + lines));
	if (ui.panel.kind === 'help') return show({ ...ui, panel: { ...ui.panel, scroll: bounded(ui.panel.scroll) } });
	const question = context.session.questions[0];
	const isOver = question?.kind === 'exit-plan' || ui.question?.isOpen === true;
	if (ui.question !== null && isOver && !ui.isTranscriptView) {
		return show({ ...ui, question: { ...ui.question, scroll: bounded(ui.question.scroll) } });
	}
	const moved = scrollTranscript(context, frame, renderer, lines);
	const { selection } = moved;
	return show(selection === null ? moved : { ...moved, selection: { ...selection, wasFollowing: false } });
}

function press(context: ScreenContext, frame: Frame, event: MouseEvent): UiState {
	const { ui, now } = context;
	const spot = spotUnder(frame, event);
	const { click } = ui;
	const isAgain = click !== null && click.x === event.x && click.y === event.y && now - click.at <= DOUBLE_WITHIN;
	const count = isAgain ? (click.count % UNITS.length) + 1 : 1;
	const clicked: UiState = { ...ui, click: { x: event.x, y: event.y, at: now, count }, selection: null };
	const { firstVisible } = frame.window;
	if (spot === null || firstVisible === null) return clicked;
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

function drag({ ui, now }: ScreenContext, frame: Frame, event: MouseEvent): UiState {
	const { selection } = ui;
	if (selection === null || !selection.isDragging) return ui;
	const top = frame.header.length + 1;
	const bottom = top + frame.window.rows.length - 1;
	// Without a header there is no row above the transcript to drag to.
	const isAbove = event.y < top || (top === 1 && event.y === 1);
	const drift = isAbove ? -1 : event.y > bottom ? 1 : 0;
	const head = nearestSpot(frame, event);
	if (head === null) return ui;
	const hasMoved = selection.hasMoved || compareSpots(head, selection.anchor) !== 0;
	const driftAt = drift === selection.drift ? selection.driftAt : now;
	return { ...ui, selection: { ...selection, head, hasMoved, drift, driftAt } };
}

function release(context: ScreenContext, frame: Frame, renderer: FrameRenderer): UiStep {
	const { ui, session } = context;
	const { selection } = ui;
	if (selection === null || !selection.isDragging) return show(ui);
	const anchor = selection.wasFollowing ? END : ui.anchor;
	if (!selection.hasMoved && selection.unit === 'cell') {
		return show(clickOn({ ...context, ui: { ...ui, selection: null, anchor } }, frame, renderer, selection.anchor));
	}
	const transcript = renderer.transcriptContext(context);
	const followed = layOutSelection({ ...ui, anchor }, session.entries, transcript);
	const whole = followed.selection ?? selection;
	const text = selectionText(session.entries, transcript, selectedRange(session.entries, transcript, whole));
	const released: UiState = { ...followed, selection: { ...whole, isDragging: false, drift: 0 } };
	if (text === '') return show({ ...released, selection: null });
	return want(released, { type: 'copy', text, label: counted(text.split('\n').length, 'line') });
}

/** A click chooses an entry of the transcript view; on a card's head, or on what says that lines are cut, it folds. */
function clickOn(context: ScreenContext, frame: Frame, renderer: FrameRenderer, spot: Spot): UiState {
	const { session, ui } = context;
	const entry = entryAt(session.entries, spot.entry);
	const block = blockAt(session.entries, spot.entry, renderer.transcriptContext(context));
	if (entry === undefined || spot.line < block.gap) return ui;
	const chosen: UiState = ui.isTranscriptView ? { ...ui, cursor: spot.entry } : ui;
	const isHead = spot.line === block.gap;
	const isCut = lineText(blockLine(block, spot.line)).trimStart().startsWith('⋯ ');
	if (!isFoldable(entry) || !(isHead || isCut)) return chosen;
	const toggled = toggleEntry({ ...context, ui: chosen }, renderer, spot.entry);
	const { firstVisible } = frame.window;
	// The head stays under the pointer, however long the card gets.
	return toggled === chosen || firstVisible === null ? toggled : { ...toggled, anchor: anchorAt(firstVisible) };
}

function spotUnder(frame: Frame, event: MouseEvent): Spot | null {
	const position = frame.window.rows[event.y - 1 - frame.header.length];
	return position === undefined ? null : { ...position, column: Math.max(0, event.x - 1 - INDENT) };
}

function nearestSpot(frame: Frame, event: MouseEvent): Spot | null {
	const { rows } = frame.window;
	const row = event.y - 1 - frame.header.length;
	const position = rows[Math.max(0, Math.min(rows.length - 1, row))];
	if (position === undefined) return null;
	if (row < 0) return { ...position, column: 0 };
	return { ...position, column: row >= rows.length ? FAR_RIGHT : Math.max(0, event.x - 1 - INDENT) };
}

/** A drag held beyond the transcript's edge scrolls on while the pointer rests. */
export function driftSelection(context: ScreenContext, frame: Frame, renderer: FrameRenderer): UiState {
	const { ui, now } = context;
	const { selection } = ui;
	if (selection === null || !selection.isDragging || selection.drift === 0 || now < selection.driftAt) return ui;
	const moved = scrollTranscript(context, frame, renderer, selection.drift);
	const transcript = renderer.transcriptContext(context);
	const { rows } = transcriptWindow(context.session.entries, transcript, moved.anchor, frame.transcriptRows);
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
