import type { MarkedToken, Token, Tokens } from 'marked';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { trimNewlinesEnd } from '../../core/text/trim-ends.js';
import { cellWidth } from '../../core/text/width.js';
import { highlightCode } from '../code/highlight.js';
import { diagramLines } from '../diagrams/diagrams.js';
import type { Line, Span, Style } from '../line.js';
import { behind, noteOrigin, originOf } from '../line-origin.js';
import { formula } from '../maths/formula.js';
import { clipLine, lineText, lineWidth, underlay, wrapLine } from '../spans.js';
import { inlineLines, mergeStyle } from './inline.js';
import { ownTokens } from './parse-markdown.js';
import { tableLines } from './table.js';

export type MarkdownRoom = {
	readonly width: number;
	/** Cells of it that prose takes at most; absent: all. Code, tables and diagrams may take all. */
	readonly column?: number | undefined;
	readonly isDrawn?: boolean;
};

export type BlockContext = MarkdownRoom & { readonly base?: Style; readonly depth: number };

/** Distinct without colour, too. */
const headingStyles: readonly Style[] = [
	{ color: 'heading', bold: true, underline: true },
	{ color: 'heading', bold: true },
	{ color: 'heading', bold: true, italic: true },
	{ color: 'heading', underline: true },
	{ color: 'heading', italic: true },
	{ color: 'heading', italic: true, dim: true },
];
const muted: Style = { color: 'muted' };
const markerStyle: Style = { color: 'accent' };
const quoteStyle: Style = { color: 'quote' };
const bullets = ['•', '◦', '▪'] as const;
/** Cells; a prefix that would leave less is left out. */
const leastRoom = 4;

export function behindMargin({ width, column }: MarkdownRoom, cells: number) {
	return { width: width - cells, column: column && Math.max(leastRoom, column - cells) };
}

export function proseWidth({ width, column = width }: MarkdownRoom): number {
	return Math.max(1, Math.min(width, column));
}

/** Lines of blocks, with an empty line between them unless they are the parts of a tight list item. */
export function blockLines(tokens: readonly Token[], context: BlockContext, isTight = false): Line[] {
	const lines: Line[] = [];
	for (const token of ownTokens(tokens)) {
		const drawn = linesOfBlock(token, context);
		if (drawn.length === 0) continue;
		if (lines.length > 0 && !isTight) lines.push([]);
		for (const line of drawn) lines.push(line);
	}
	return lines;
}

function linesOfBlock(token: MarkedToken, context: BlockContext): Line[] {
	switch (token.type) {
		case 'paragraph':
		case 'text':
			return wrapAll(inlineLines('tokens' in token && token.tokens ? token.tokens : [token], context.base), context);
		case 'heading':
			return headingLines(token, context);
		case 'code':
			return codeLines(token, context);
		case 'blockquote':
			return quoteLines(token, context);
		case 'list':
			return listLines(token, context);
		case 'table':
			return tableLines(token, context.width, context.base);
		case 'hr':
			return [noteOrigin([{ text: '─'.repeat(proseWidth(context)), style: muted }], null, { whole: '---' })];
		case 'html':
			return literalLines(token.text, context);
		case 'def':
			// A footnote of one word looks like a definition.
			return token.tag.startsWith('^') ? literalLines(token.raw, context) : [];
		case 'space':
		case 'checkbox':
			return [];
		case 'list_item':
			return blockLines(token.tokens, context);
		default:
			return wrapAll(inlineLines([token], context.base), context);
	}
}

function headingLines(token: Tokens.Heading, context: BlockContext): Line[] {
	const style = headingStyles[token.depth - 1] ?? headingStyles[5];
	const lines = inlineLines(token.tokens, context.base);
	if (!style || lines.every((line) => line.length === 0)) return [];
	return wrapAll(
		lines.map((line) => underlay(line, mergeStyle(context.base, style))),
		context,
	);
}

function literalLines(text: string, context: BlockContext): Line[] {
	const style = mergeStyle(context.base, muted);
	const lines = trimNewlinesEnd(text).split('\n');
	return wrapAll(
		lines.map((line) => (line === '' ? [] : [{ text: line, style }])),
		context,
	);
}

/** The parser keeps the last newline of a fence's text if an empty line is before it: one line too many. */
function codeOf({ text, codeBlockStyle }: Tokens.Code): string {
	return codeBlockStyle === undefined && text.endsWith('\n') ? text.slice(0, -1) : text;
}

function codeLines(token: Tokens.Code, context: BlockContext): Line[] {
	const language =
		sanitizeLine(token.lang ?? '')
			.trim()
			.split(/[\s{,]/)[0] ?? '';
	const hasBar = context.width - 2 >= leastRoom;
	const room = hasBar ? context.width - 2 : context.width;
	const lines: Line[] = [];
	const diagram = context.isDrawn === true && hasBar ? drawnFence(token, language, room) : null;
	if (language !== '' && hasBar) {
		const label = `╴${language}${diagram === null ? '' : SOURCE_KEY}`;
		const rule = '─'.repeat(Math.max(0, Math.min(context.width, LONGEST_RULE) - 1 - cellWidth(label)));
		const head = clipLine([{ text: `╭${rule}${label}`, style: muted }], context.width);
		lines.push(noteOrigin([...head], null, { whole: null, isVerbatim: true }));
	}
	if (diagram !== null) return [...lines, ...diagram];
	for (const line of highlightCode(codeOf(token), language)) {
		for (const [index, piece] of wrapCode(line, room).entries()) {
			// A broken bar marks a continued line.
			const drawn = hasBar ? behind([index === 0 ? codeBar : brokenBar], 2, piece) : noteOrigin([...piece], piece);
			lines.push(noteOrigin(drawn, drawn, { isVerbatim: true }));
		}
	}
	return lines;
}

/** Between words, with what goes on further in than the line; a line with blanks at its end keeps every blank. */
function wrapCode(line: Line, room: number): Line[] {
	const text = lineText(line);
	const margin = Math.min(text.length - text.trimStart().length + 2, Math.floor(room / 2));
	return wrapLine(line, room, / $/.test(text) ? { hard: true } : { indent: [{ text: ' '.repeat(margin) }] });
}

/** Fits a terminal of 40 columns, which the scrollback of the inline screen may be read on later. */
const LONGEST_RULE = 36;

const SOURCE_KEY = ' · source: ctrl+o';
const DRAWN_LANGUAGE = /^(?:mermaid|math|latex|tex|katex)$/;
const CLOSED_FENCE = /\n {0,3}(?:`{3,}|~{3,})[ \t]*\n*$/;

/** Lines of a diagram or a formula whose fence is closed, in place of its source, which is what is copied; null: not (yet) drawn. */
function drawnFence(token: Tokens.Code, language: string, room: number): Line[] | null {
	if (!DRAWN_LANGUAGE.test(language) || !CLOSED_FENCE.test(token.raw)) return null;
	const code = codeOf(token);
	const drawn = language === 'mermaid' ? diagramLines(code, room) : formulaLines(code, room);
	if (drawn === null) return null;
	const source = code.split('\n');
	return drawn.map((line, row) => {
		const whole = row === drawn.length - 1 ? source.slice(row).join('\n') : (source[row] ?? null);
		const cells = lineWidth(line) + 2;
		// No part of a row is text: whatever is taken of it stands for its share of the source.
		return noteOrigin([codeBar, ...line], null, {
			gutter: cells,
			padding: cells,
			whole: whole === '' ? null : whole,
			isVerbatim: true,
		});
	});
}

function formulaLines(code: string, room: number): Line[] | null {
	const text = formula(code.replace(/^\s*(?:\$\$|\\\[)|(?:\$\$|\\\])\s*$/g, ''));
	const rows = text?.split('\n').map(sanitizeLine);
	return rows?.every((row) => cellWidth(row) <= room) ? rows.map((row) => [{ text: row }]) : null;
}

const codeBar: Span = { text: '│ ', style: muted };
const brokenBar: Span = { text: '┊ ', style: muted };
const quoteBar: Span = { text: '▎ ', style: quoteStyle };

function quoteLines(token: Tokens.Blockquote, context: BlockContext): Line[] {
	const base = mergeStyle(context.base, quoteStyle);
	const room = context.width - 2;
	if (room < leastRoom) return blockLines(token.tokens, { ...context, base });
	const lines = blockLines(token.tokens, { ...context, base, ...behindMargin(context, 2) });
	return (lines.length === 0 ? [[]] : lines).map((line) => {
		const quoted = behind([quoteBar], 2, line);
		return noteOrigin(quoted, quoted, { isVerbatim: true });
	});
}

function listLines(token: Tokens.List, context: BlockContext): Line[] {
	const start = typeof token.start === 'number' ? token.start : 1;
	const markers = token.items.map((item, index) => markerOf(token, item, start + index, context.depth));
	const widest = Math.max(0, ...markers.map(cellWidth));
	// A box further down must not move what is above it while the list grows.
	const isAligned = token.ordered || token.items[0]?.task === true;
	const lines: Line[] = [];
	for (const [index, item] of token.items.entries()) {
		if (index > 0 && token.loose) lines.push([]);
		const markerWidth = (isAligned ? widest : cellWidth(markers[index] ?? '')) + 1;
		const hasMarker = context.width - markerWidth >= leastRoom;
		const inner = { ...context, ...(hasMarker ? behindMargin(context, markerWidth) : {}), depth: context.depth + 1 };
		const margin: Span = { text: ' '.repeat(markerWidth) };
		const drawn = blockLines(item.tokens, inner, !token.loose);
		const style = mergeStyle(context.base, item.task && item.checked ? doneStyle : markerStyle);
		const name = markers[index] ?? '';
		const padded = token.ordered ? name.padStart(markerWidth - 1) : name.padEnd(markerWidth - 1);
		const marker: Span = { text: `${padded} `, style };
		for (const [row, line] of (drawn.length === 0 ? [[]] : drawn).entries()) {
			if (!hasMarker || (row > 0 && line.length === 0)) lines.push(line);
			else
				lines.push(
					inList(line, row === 0 ? marker : margin, row === 0 ? sourceMarkerOf(token, item, start + index) : null),
				);
		}
	}
	return lines;
}

/** Line of a list item. `marker` as written in Markdown is its source; other rows have no source margin. */
function inList(line: Line, margin: Span, marker: string | null): Line {
	const inner = originOf(line);
	const drawn = behind([margin], cellWidth(margin.text), line);
	if (marker !== null) return noteOrigin(drawn, drawn, { mark: marker + inner.mark });
	const isPlain = inner.joint === null && !inner.isVerbatim;
	return noteOrigin(drawn, drawn, { mark: isPlain ? `  ${inner.mark}` : inner.mark });
}

function sourceMarkerOf(list: Tokens.List, item: Tokens.ListItem, number: number): string {
	const bullet = list.ordered ? `${number}. ` : '- ';
	return item.task ? `${bullet}${item.checked ? '[x]' : '[ ]'} ` : bullet;
}

const doneStyle: Style = { color: 'success' };

function markerOf(list: Tokens.List, item: Tokens.ListItem, number: number, depth: number): string {
	if (item.task) return item.checked ? '[x]' : '[ ]';
	return list.ordered ? `${number}.` : (bullets[depth % bullets.length] ?? '•');
}

function wrapAll(lines: readonly Line[], context: BlockContext): Line[] {
	return lines.flatMap((line) => wrapLine(line, proseWidth(context)));
}
