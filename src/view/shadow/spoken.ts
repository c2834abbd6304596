import type { ChangeRow } from '../../core/shadow/change-rows.js';
import { formatBytes } from '../../core/text/bytes.js';
import { saying } from '../panel/panel-step.js';
import { lineText } from '../spans.js';
import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { wordsOf } from './change-words.js';
import { bodyLines, pathWords } from './draw-panel.js';
import { applyAll, applyRow, closed, discardRow, leaveRow } from './panel-keys.js';
import { type ChangesPanelState, type PanelStep, rowsOf, selectedIndex } from './panel-state.js';
import * as messages from './shadow-messages.js';

/** Lines of a diff that are read out. */
const MOST_LINES = 200;
const WIDTH = 200;

/** What is read out now. */
export function spokenLines(state: ChangesPanelState, context: ScreenContext): readonly string[] {
	const rows = rowsOf(context.session);
	const row = rows[selectedIndex(state, rows)];
	const { what } = state.said;
	if (what.type === 'words') return [sentence(oneLine(what.text))];
	if (what.type === 'list' || row === undefined) return listLines(rows);
	const body = bodyLines(context.session.shadow?.shown ?? null, row, WIDTH).map(lineText);
	const rest = body.length - MOST_LINES;
	return [
		rowWords(row),
		...wordsOf(row).map((span) => sentence(span.text)),
		...body.slice(0, MOST_LINES),
		...(rest > 0 ? [messages.SPOKEN.lines(rest)] : []),
		messages.SPOKEN.choose,
	];
}

function listLines(rows: readonly ChangeRow[]): readonly string[] {
	return [
		messages.SPOKEN.head(rows.length),
		...rows.map((row, index) => `${index + 1} ${rowWords(row)}`),
		messages.SPOKEN.how,
	];
}

function rowWords(row: ChangeRow): string {
	const [change] = row.changes;
	const lines = change === undefined || change.added === null ? '' : `${change.added} added, ${change.removed} removed`;
	const words = [
		oneLine(pathWords(row)),
		row.isGit ? messages.gitFiles(row.changes.length) : messages.STATUS[change?.status ?? 'modified'],
		...(row.isGit ? [] : [lines]),
		...(change?.size === undefined || row.isGit ? [] : [formatBytes(change.size)]),
		...(row.hasConflict ? [messages.CONFLICT] : []),
		...(row.isProtected ? [messages.PROTECTED] : []),
	];
	return sentence(words.filter((word) => word !== '').join(', '));
}

/** A number, a letter or nothing, with enter; null: words for the conversation. */
export function enterWords(state: ChangesPanelState, context: ScreenContext, text: string): PanelStep | null {
	const rows = rowsOf(context.session);
	const row = rows[selectedIndex(state, rows)];
	const chosen = /^\d{1,4}$/.test(text) ? rows[Number(text) - 1] : undefined;
	if (chosen !== undefined) {
		const next: ChangesPanelState = { ...state, selected: chosen.path, scroll: 0, asking: null, isChosen: true };
		return { state: saying(next, { type: 'change' }), requests: [] };
	}
	if (text === 'all') return applyAll(state, context, messages.SPOKEN.allAgain);
	if (text === '' && state.isChosen) {
		return { state: saying({ ...state, isChosen: false, asking: null }, { type: 'list' }), requests: [] };
	}
	if (text === '') return closed(context);
	if (!state.isChosen || row === undefined) return null;
	switch (text) {
		case 'a':
			return applyRow(state, context, row);
		case 'l':
			return leaveRow(state, context, row);
		case 'd':
			return discardRow(state, context, row);
		default:
			return null;
	}
}
