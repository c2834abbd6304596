import type { Entry } from '../../core/session/entries/entry.js';
import { parentIndex } from '../../core/session/entries/entry-depth.js';
import { entryAt, findCallIndex } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { subagentOfCard } from '../../core/session/subagent-tree.js';
import { isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { truncate } from '../../core/text/width.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { joinLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { toolTitle } from '../transcript/tool/title.js';
import { statusSign, statusWords, timeText, titleOf, tokensText, wholeOf } from './figures.js';
import * as messages from './subagents-messages.js';

/** Cells that a title keeps before the titles above it are left out. */
const LEAST_TITLE = 16;

/** Whose transcript it is, below whom, and how the sub-agent stands: one row. */
export function viewHeader(context: ScreenContext, cardId: string): Line {
	const { columns } = context.ui;
	const session = wholeOf(context);
	const subagent = subagentOfCard(session, cardId);
	const right: Line = subagent === undefined ? [] : [...figures(subagent, context), plain(' ')];
	const shown = lineWidth(right) + LEAST_TITLE + 4 > columns ? right.slice(0, 1) : right;
	const room = Math.max(1, columns - lineWidth(shown) - 2);
	return joinLine([plain(' '), ...path(session, cardId, subagent, room)], shown, columns);
}

/** `main agent › the one above › its title`; where there is no room, the outer ones are left out. */
function path(session: SessionState, cardId: string, subagent: Subagent | undefined, room: number): readonly Span[] {
	const titles = titlesOf(session, cardId);
	const own = subagent === undefined ? (titles.at(-1) ?? '') : titleOf(subagent);
	const above = ['main agent', ...titles.slice(0, -1)];
	const last = styled(truncate(own, room), { bold: true, color: 'accent' });
	for (let from = 0; from < above.length; from += 1) {
		const before = `${from === 0 ? '' : '… › '}${above.slice(from).join(' › ')} › `;
		const line: readonly Span[] = [styled(before, { color: 'muted' }), last];
		if (lineWidth(line) <= room) return line;
	}
	const line: readonly Span[] = [styled('… › ', { color: 'muted' }), last];
	return lineWidth(line) <= room ? line : [last];
}

/** The titles of the cards above a card and its own, the outermost first. */
function titlesOf(session: SessionState, cardId: string): readonly string[] {
	const titles: string[] = [];
	for (let at = findCallIndex(session, cardId); at >= 0; at = parentIndex(session.entries, at)) {
		titles.unshift(titleIn(entryAt(session.entries, at), session.cwd));
	}
	return titles;
}

function titleIn(entry: Entry | undefined, cwd: string): string {
	return entry?.kind === 'tool' ? toolTitle(entry.call, cwd) : '';
}

function figures(subagent: Subagent, { now }: ScreenContext): Line {
	const { sign, color } = statusSign(subagent);
	const tokens = tokensText(subagent);
	const facts = [
		...(subagent.toolCalls === 0 ? [] : [messages.calls(subagent.toolCalls)]),
		...(tokens === '' ? [] : [messages.tokensShort(tokens)]),
		timeText(subagent, now),
	].filter((fact) => fact !== '');
	return [
		styled(`${sign} ${statusWords(subagent)}`, { color: isAtWork(subagent) ? color : 'muted' }),
		...(facts.length === 0 ? [] : [styled(` · ${facts.join(' · ')}`, { color: 'muted' as const })]),
	];
}
