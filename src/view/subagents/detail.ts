import { isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { type Line, type Span, styled } from '../line.js';
import { clipLine, firstLines, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { endWords, questionOf, questionWords, statusSign, statusWords, tokensText, wholeOf } from './figures.js';
import * as messages from './subagents-messages.js';

/** From this width on a row has columns of its own for every figure. */
export const WIDE = 66;
/** A sub-agent's prompt is looked at so far. */
const MOST_OF_TASK = 4000;

export function statusSpan(subagent: Subagent): Span {
	return styled(statusWords(subagent), { color: isAtWork(subagent) ? statusSign(subagent).color : 'muted' });
}

/** Lines besides the sub-agent's row, at most `rows`. */
export function detailLines(context: ScreenContext, subagent: Subagent, width: number, rows: number): readonly Line[] {
	// A wide row has the figures already.
	const lines: Line[] = width < WIDE ? [factLine(subagent, width)] : [];
	const question = questionOf(context, subagent);
	if (question !== undefined) {
		const asks = messages.asks(questionWords(question, wholeOf(context).cwd));
		lines.push([styled(asks, { color: 'warning' })]);
	}
	const end = endWords(subagent);
	if (end !== '')
		lines.push(...wrapLine([styled(end, { color: subagent.status === 'failed' ? 'error' : 'muted' })], width));
	const left = rows - lines.length;
	return left > 0 ? [...lines, ...taskLines(subagent, width, left)] : lines;
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

function taskLines({ description = '' }: Subagent, width: number, rows: number): readonly Line[] {
	const text = sanitizeText(description.slice(0, MOST_OF_TASK))
		.trim()
		.replaceAll(/\n\s*\n/g, '\n');
	if (text === '') return [];
	const lines = text.split('\n').flatMap((line) => wrapLine([styled(line, { color: 'muted' })], width));
	return firstLines(lines, rows, width);
}
