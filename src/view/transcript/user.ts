import type { UserEntry } from '../../core/session/entry.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { type Line, type Span, styled } from '../line.js';
import { noteOrigin } from '../line-origin.js';
import { pictureLines } from '../pictures/picture-lines.js';
import { lineWidth, padLine } from '../spans.js';
import { blockSummary, pictureKeys } from './block-summary.js';
import { opennessOf, type RenderContext } from './context.js';
import { counted, firstLines, hang, hiddenLine, paragraph } from './layout.js';

/** Lines of a prompt that are shown unasked; a pasted file would bury the answer. */
const FOLDED_LINES = 20;
const SHORT_LINES = 3;

/** What the person sent: on its own ground over the whole width, with a line for each attachment. */
export function renderUser(entry: UserEntry, context: RenderContext): Line[] {
	const { width } = context;
	const openness = opennessOf(entry.id, context);
	const most = openness === 'folded' ? SHORT_LINES : openness === 'default' ? FOLDED_LINES : Number.POSITIVE_INFINITY;
	const text = sanitizeText(entry.text).trimEnd();
	const lines = hang([styled('› ', { color: 'user', bold: true })], width, (room) => {
		const shown = text === '' && entry.blocks.length > 0 ? { lines: [], hidden: 0 } : firstLines(text, room, most);
		return [
			...shown.lines,
			...(shown.hidden > 0 ? [hiddenLine(`${counted(shown.hidden, 'more line')}`, room)] : []),
			...entry.blocks.flatMap((block) => [
				...(openness === 'folded' ? [] : pictureLines(block, room, context.pictures)),
				blockSummary(block, room, pictureKeys(context.areAllOpen)),
			]),
			...(entry.told === undefined ? [] : paragraph(sanitizeText(entry.told), room, { color: 'muted', italic: true })),
		];
	});
	return lines.map((line) => onGround(line, width));
}

function onGround(line: Line, width: number): Line {
	const padded = padLine(line, width).map((span): Span => ({ ...span, style: { ...span.style, background: 'user' } }));
	return noteOrigin(padded, line, { padding: Math.max(0, width - lineWidth(line)) });
}
