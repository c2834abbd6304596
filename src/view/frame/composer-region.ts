import { plansOnly } from '../../core/session/modes/own-mode.js';
import { isWaitingToStart } from '../../core/session/recovery-state.js';
import { canOpenAgain } from '../../core/session/resuming/open-again.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { isAwaitingSignIn } from '../../core/sign-in/sign-in-state.js';
import { cellWidth } from '../../core/text/width.js';
import { type DrawnComposer, renderComposer, textColumns } from '../composer/render-draft.js';
import { handOverLine } from '../hand-over/hand-over-draft.js';
import { keyOf } from '../keys/keymap.js';
import { box, innerWidth } from '../panel/box.js';
import { panelIn } from '../panel/loaded-panel.js';
import { planRows } from '../questions/answer-rows.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import { suggestedPrompt } from '../state/suggested-prompt.js';
import type { UiState } from '../state/ui-state.js';
import { modeRole } from './mode-label.js';

/** Draws the composer; on a low screen without its frame. It grows to a third of the screen. */
export function drawComposer(context: ScreenContext): DrawnComposer {
	const { ui } = context;
	const hasBox = hasComposerBox(ui);
	const { handOver } = ui;
	const otherRows = ui.rows < LOW_ROWS ? OTHER_ROWS_ON_LOW : OTHER_ROWS;
	const most =
		handOver === undefined ? Math.floor(ui.rows / 3) : Math.max(Math.min(4, ui.rows - 4), ui.rows - otherRows);
	const maxRows = Math.max(1, most - (hasBox ? 2 : 0));
	const prompt = '> ';
	const drawn = renderComposer(ui.composer, {
		...{ width: composerWidth(ui), maxRows, prompt },
		placeholder: placeholder(context),
	});
	const text = { row: 0, column: cellWidth(prompt), rows: drawn.lines.length, maxRows };
	const region = hasBox ? inBox({ ...drawn, text }, context) : { ...drawn, text };
	if (handOver === undefined) return region;
	const { lines, cursor } = region;
	return {
		lines: [handOverLine(context, handOver), ...lines],
		cursor: cursor === null ? null : { ...cursor, row: cursor.row + 1 },
		...(region.text === undefined ? {} : { text: { ...region.text, row: region.text.row + 1 } }),
	};
}

const OTHER_ROWS = 8;
const OTHER_ROWS_ON_LOW = 5;

function inBox({ lines, cursor, text }: DrawnComposer, { ui, session }: ScreenContext): DrawnComposer {
	const color = ui.question?.isFeedback === true ? 'plan' : modeRole(session);
	const within = <T extends { readonly row: number; readonly column: number }>(place: T): T => ({
		...place,
		row: place.row + 1,
		column: place.column + 2,
	});
	return {
		lines: box(lines, ui.columns, { color }),
		cursor: cursor === null ? null : within(cursor),
		...(text === undefined ? {} : { text: within(text) }),
	};
}

/** On a screen with fewer rows a question needs every one of them. */
export const LOW_ROWS = 16;

function hasComposerBox(ui: UiState): boolean {
	// On a low screen its rows are the question's.
	const isBelowPanel = panelIn(ui)?.coversDraft === false;
	return ui.rows >= (ui.question === null && ui.signIn === null && !isBelowPanel ? 11 : LOW_ROWS);
}

export function composerWidth(ui: UiState): number {
	return hasComposerBox(ui) ? innerWidth(ui.columns) : Math.max(1, ui.columns - 1);
}

function placeholder(context: ScreenContext): string {
	const { session, ui } = context;
	if (ui.question?.isFeedback === true)
		return fitting(ui, 'What should change in the plan? enter sends, esc goes back', 'What should change in the plan?');
	const [question] = session.questions;
	if (question?.kind === 'exit-plan') {
		const count = Math.min(9, planRows(question, session).length);
		const keys = count > 3 ? `1 to ${count}` : '1, 2 or 3';
		return fitting(ui, `Write what should change, or press ${keys}`, 'Write what should change');
	}
	if (question?.kind === 'agent-question' || question?.kind === 'permission')
		return fitting(ui, 'Type a reason to reject, or press a key above', 'Type a reason to reject');
	const toMessage = question?.kind === 'elicitation-form' ? formPlaceholder(context) : null;
	if (toMessage !== null) return toMessage;
	const stashed = ui.composer.stash.filter((draft) => draft.restoredAs !== 'seen').length;
	if (stashed > 0) return drafts(context, stashed);
	if (session.turn !== null) return typeAhead(context);
	if (question?.kind === 'confirm') return 'Press a key above to answer';
	const suggested = suggestedPrompt(context);
	if (suggested !== null) return fitting(ui, `${suggested} · tab`, suggested);
	const { phase } = session.connection;
	if (canOpenAgain(session)) return 'What you send opens a session first';
	if ((phase === 'failed' || phase === 'exited') && !isWaitingToStart(session)) return 'No agent runs; / for commands';
	if (phase === 'signed-out' || isAwaitingSignIn(session)) return 'What you send waits for the sign-in';
	return plansOnly(session) ? 'Ask for a plan; / for commands' : 'Ask for anything; / for commands';
}

function typeAhead({ session, ui, table }: ScreenContext): string {
	const key = keyOf(table, 'steer');
	if (!canSteer(session)) return 'Write ahead: enter queues it';
	if (table.entersTurn === true) return 'Write ahead: enter sends it now';
	if (key === null) return 'Write ahead: enter queues it';
	return fitting(ui, `Write ahead: enter queues it, ${key} sends it now`, `enter queues, ${key} steers`);
}

function formPlaceholder(context: ScreenContext): string | null {
	const { ui, table } = context;
	const key = keyOf(table, 'answer-form');
	if (key === null || formsIn(ui)?.focus(context) == null) return null;
	return fitting(ui, `Answering the form; ${key}: write a message instead`, `${key} writes a message`);
}

function drafts({ ui, table }: ScreenContext, count: number): string {
	const key = keyOf(table, 'stash');
	const words = count === 1 ? 'draft put aside' : `${count} drafts put aside`;
	if (key === null) return words;
	return fitting(
		ui,
		`${words} · ${key} brings ${count === 1 ? 'it' : 'the last'} back`,
		`${key} brings ${count === 1 ? 'the' : 'a'} draft back`,
	);
}

function fitting(ui: UiState, words: string, short: string): string {
	return cellWidth(words) <= textColumns(composerWidth(ui), '> ') ? words : short;
}
