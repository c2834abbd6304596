import type { SessionState } from '../../core/session/state.js';
import { isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { flatTree, type SubagentNode, subagentTree } from '../../core/subagents/tree.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { clipLine, firstLines, joinLine, padLine, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import {
	endWords,
	questionOf,
	questionWords,
	statusSign,
	statusWords,
	timeText,
	titleOf,
	tokensText,
} from './figures.js';
import type { SubagentsPanelState } from './panel-state.js';
import * as messages from './subagents-messages.js';

/** From this width on a row has columns of its own for every figure. */
const WIDE = 66;
/** Rows below the list on a screen with room, and on a low one. */
const MOST_DETAILS = 8;
const LOW_DETAILS = 2;
/** With so many rows the words on the selected one stand below a rule. */
const ROOM_FOR_RULE = 12;
/** A sub-agent's prompt is looked at so far. */
const MOST_OF_TASK = 4000;

/** All of the session, whatever transcript is shown. */
export function wholeOf({ session, whole = session }: ScreenContext): SessionState {
	return whole;
}

const NONE: readonly SubagentNode[] = [];
/** A map of sub-agents never changes. */
const known = new WeakMap<object, readonly SubagentNode[]>();

/** All sub-agents in the order of their rows. */
export function rowsOf({ subagents }: SessionState): readonly SubagentNode[] {
	if (subagents === undefined) return NONE;
	const rows = known.get(subagents) ?? flatTree(subagentTree({ subagents }));
	known.set(subagents, rows);
	return rows;
}

/** Where the selected sub-agent stands among all; 0 when it is gone. */
export function selectedIndex({ selected }: SubagentsPanelState, nodes: readonly SubagentNode[]): number {
	return Math.max(
		0,
		nodes.findIndex(({ subagent }) => subagent.id === selected),
	);
}

/** Rows of the list, and of the words below it, in a panel of so many rows. */
export function panelRows(count: number, room: number): { readonly list: number; readonly details: number } {
	const inside = Math.max(1, room - 2);
	if (inside < 4) return { list: Math.min(Math.max(1, count), inside), details: 0 };
	const least = inside < ROOM_FOR_RULE ? LOW_DETAILS : 1 + Math.min(MOST_DETAILS, Math.floor(inside / 2));
	const list = Math.min(Math.max(1, count), inside - least);
	return {
		list,
		details: Math.min(inside - list, Math.max(least, inside < ROOM_FOR_RULE ? LOW_DETAILS : MOST_DETAILS)),
	};
}

/** The panel, at most `room` rows; it costs what is in sight. */
export function drawPanel(state: SubagentsPanelState, context: ScreenContext, room: number) {
	const session = wholeOf(context);
	const { columns } = context.ui;
	const width = innerWidth(columns);
	const nodes = rowsOf(session);
	const title: Line = [
		styled(messages.TITLE, { bold: true, color: 'accent' }),
		styled(titleWords(nodes), { color: 'muted' }),
	];
	if (nodes.length === 0) {
		const words = wrapLine([styled(messages.NONE, { color: 'muted' })], width);
		return { lines: box(words, columns, { title, color: 'accent' }).slice(0, room), cursor: null };
	}
	const { list, details } = panelRows(nodes.length, room);
	const at = selectedIndex(state, nodes);
	const first = Math.max(0, Math.min(at - Math.floor(list / 2), nodes.length - list));
	const rows = nodes
		.slice(first, first + list)
		.map((node, index) => rowLine(node, { now: context.now, width, isSelected: first + index === at }));
	const chosen = nodes[at]?.subagent;
	const below = chosen === undefined || details === 0 ? [] : detailLines(state, context, chosen, width, details);
	return { lines: box([...rows, ...below], columns, { title, color: 'accent' }).slice(0, room), cursor: null };
}

function titleWords(nodes: readonly SubagentNode[]): string {
	if (nodes.length === 0) return '';
	const of = (status: Subagent['status']): number => nodes.filter(({ subagent }) => subagent.status === status).length;
	const words = messages.countWords(nodes.length, of('running'), of('waiting'));
	return words === '' ? '' : ` · ${words}`;
}

type RowContext = {
	readonly now: number;
	readonly width: number;
	readonly isSelected: boolean;
};

/** A sub-agent in a row: how it stands, what it does, and its figures at the edge. */
function rowLine({ subagent, depth }: SubagentNode, { now, width, isSelected }: RowContext): Line {
	const { sign, color } = statusSign(subagent);
	const indent = Math.min(depth * 2, Math.floor(width / 4));
	const left: Line = [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(depth === 0 ? '' : `${' '.repeat(indent - 2)}└ `, { color: 'muted' }),
		styled(`${sign} `, { color }),
		styled(titleOf(subagent), isSelected ? { bold: true } : {}),
	];
	return joinLine(left, width >= WIDE ? figureColumns(subagent, now) : [timeSpan(subagent, now)], width);
}

function timeSpan(subagent: Subagent, now: number): Span {
	return styled(timeText(subagent, now), { color: 'muted' });
}

function figureColumns(subagent: Subagent, now: number): Line {
	const tokens = tokensText(subagent);
	const columns: readonly (readonly [Span, number])[] = [
		[statusSpan(subagent), 15],
		[styled(subagent.toolCalls === 0 ? '' : messages.calls(subagent.toolCalls), { color: 'muted' }), 10],
		[styled(tokens === '' ? '' : messages.tokensShort(tokens), { color: 'muted' }), 9],
	];
	const time = timeSpan(subagent, now);
	return [
		...columns.flatMap(([span, cells]) => padLine([span], cells)),
		plain(' '.repeat(Math.max(0, 7 - time.text.length))),
		time,
	];
}

function statusSpan(subagent: Subagent): Span {
	return styled(statusWords(subagent), { color: isAtWork(subagent) ? statusSign(subagent).color : 'muted' });
}

/** What is known of the selected one besides its row, in exactly `rows` lines. */
function detailLines(
	state: SubagentsPanelState,
	context: ScreenContext,
	subagent: Subagent,
	width: number,
	rows: number,
): readonly Line[] {
	const session = wholeOf(context);
	const hasRule = rows > LOW_DETAILS;
	const facts = factLine(subagent, width);
	const lines: Line[] = hasRule ? [[styled('─'.repeat(width), { color: 'muted', dim: true })]] : [];
	// A wide row has the figures already.
	if (width < WIDE) lines.push(facts);
	const isCancelling = state.cancelling?.id === subagent.id;
	if (isCancelling) lines.push([styled(messages.cancelAgain(titleOf(subagent)), { color: 'warning', bold: true })]);
	const question = questionOf(context, subagent);
	if (question !== undefined) {
		lines.push([styled(messages.asks(questionWords(question, session.cwd)), { color: 'warning' })]);
	}
	const end = endWords(subagent);
	if (end !== '')
		lines.push(...wrapLine([styled(end, { color: subagent.status === 'failed' ? 'error' : 'muted' })], width));
	const left = rows - lines.length;
	if (left > 0) lines.push(...taskLines(subagent, width, left));
	return lines.slice(0, rows).map((line) => clipLine(line, width));
}

function factLine(subagent: Subagent, width: number): Line {
	const tokens = tokensText(subagent);
	const facts = [
		...(subagent.toolCalls === 0 ? [] : [messages.calls(subagent.toolCalls)]),
		...(tokens === '' ? [] : [messages.tokens(tokens)]),
	];
	const status = statusSpan(subagent);
	return clipLine(
		[status, ...(facts.length === 0 ? [] : [styled(` · ${facts.join(' · ')}`, { color: 'muted' })])],
		width,
	);
}

/** What it was told to do: its first lines. */
function taskLines({ description = '' }: Subagent, width: number, rows: number): readonly Line[] {
	const text = sanitizeText(description.slice(0, MOST_OF_TASK))
		.trim()
		.replaceAll(/\n\s*\n/g, '\n');
	if (text === '') return [];
	const lines = text.split('\n').flatMap((line) => wrapLine([styled(line, { color: 'muted' })], width));
	return firstLines(lines, rows, width);
}
