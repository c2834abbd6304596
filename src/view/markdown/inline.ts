import type { MarkedToken, Token, Tokens } from 'marked';
import { DUNDER_NAME } from '../../core/text/inline-marks.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { appendText, LINK_SCHEME, type Line, type Span, type Style, spanOf } from '../line.js';
import { decodeEntities } from './entities.js';
import { ownTokens } from './parse-markdown.js';

const strong: Style = { bold: true };
const emphasis: Style = { italic: true };
const deleted: Style = { strike: true };
const code: Style = { color: 'code', background: 'code' };
const literal: Style = { color: 'muted' };
const address: Style = { color: 'muted' };

const lineBreakTag = /^<br\s*\/?>$/i;

const merged = new WeakMap<Style, WeakMap<Style, Style>>();

/** Merges styles; the second wins. Equal arguments give the same object, so that equal neighbours are recognised. */
export function mergeStyle(base: Style | undefined, extra: Style): Style {
	if (!base) return extra;
	const known = merged.get(base) ?? new WeakMap<Style, Style>();
	merged.set(base, known);
	const style = known.get(extra) ?? { ...base, ...extra };
	known.set(extra, style);
	return style;
}

/** Inline tokens as lines, at least one. Soft line breaks stay: agents break lines where they mean it. */
export function inlineLines(tokens: readonly Token[] | undefined, base?: Style): Line[] {
	const builder = createBuilder();
	addTokens(builder, tokens ?? [], base);
	return builder.finish();
}

type Builder = ReturnType<typeof createBuilder>;

function createBuilder() {
	const lines: Span[][] = [[]];

	function add(text: string, style: Style | undefined): void {
		const line = lines.at(-1);
		// The indentation of a paragraph's lines is not part of its text.
		const shown = line?.length === 0 ? text.trimStart() : text;
		if (shown === '' || !line) return;
		appendText(line, shown, style);
	}

	return {
		addBreak: () => {
			lines.push([]);
		},
		addText: (text: string, style: Style | undefined) => {
			for (const [index, part] of text.split('\n').entries()) {
				if (index > 0) lines.push([]);
				add(part, style);
			}
		},
		finish: (): Line[] => {
			for (const line of lines) trimEnd(line);
			return lines;
		},
	};
}

function trimEnd(line: Span[]): void {
	const last = line.at(-1);
	if (!last?.text.endsWith(' ') || last.style?.background) return;
	const text = last.text.trimEnd();
	line.pop();
	if (text !== '') line.push(spanOf(text, last.style));
	else trimEnd(line);
}

function addTokens(builder: Builder, tokens: readonly Token[], base: Style | undefined): void {
	for (const token of ownTokens(tokens)) addToken(builder, token, base);
}

function addToken(builder: Builder, token: MarkedToken, base: Style | undefined): void {
	switch (token.type) {
		case 'text':
			if (token.tokens) addTokens(builder, token.tokens, base);
			else builder.addText(decoded(token), base);
			return;
		case 'escape':
			builder.addText(decoded(token), base);
			return;
		case 'strong':
			if (DUNDER_NAME.test(token.raw)) builder.addText(token.raw, base);
			else addTokens(builder, token.tokens, mergeStyle(base, strong));
			return;
		case 'em':
			addTokens(builder, token.tokens, mergeStyle(base, emphasis));
			return;
		case 'del':
			addTokens(builder, token.tokens, mergeStyle(base, deleted));
			return;
		case 'codespan':
			builder.addText(token.text.replaceAll('\n', ' '), mergeStyle(base, code));
			return;
		case 'br':
			builder.addBreak();
			return;
		case 'link':
			addLink(builder, token, base);
			return;
		case 'image':
			builder.addText(`[image: ${sanitizeLine(token.text) || 'no description'}]`, base);
			builder.addText(` (${sanitizeLine(token.href)})`, mergeStyle(base, address));
			return;
		case 'html':
			if (lineBreakTag.test(token.text)) builder.addBreak();
			else builder.addText(token.text, mergeStyle(base, literal));
			return;
		case 'checkbox':
		case 'space':
		case 'def':
		case 'hr':
			return;
		default:
			// Blocks do not stand in a line; should the parser ever say so, their words are not lost.
			builder.addText(token.raw, base);
	}
}

function addLink(builder: Builder, token: Tokens.Link, base: Style | undefined): void {
	// A footnote's mark is a link for the parser when its note is one word.
	if (/^\[\^[^\]]+\]$/.test(token.raw)) {
		builder.addText(token.raw, base);
		return;
	}
	const href = sanitizeLine(token.href);
	const target: Style = LINK_SCHEME.test(href)
		? { color: 'link', underline: true, link: href }
		: { color: 'link', underline: true };
	const style = mergeStyle(base, target);
	addTokens(builder, token.tokens, style);
	// The address is always readable: a link's words can lie.
	if (href !== '' && comparable(plainText(token.tokens)) !== comparable(href)) {
		builder.addText(' (', mergeStyle(base, address));
		builder.addText(href, mergeStyle(base, LINK_SCHEME.test(href) ? { ...address, link: href } : address));
		builder.addText(')', mergeStyle(base, address));
	}
}

function comparable(address: string): string {
	return address.replace(/^(?:https?:\/\/|mailto:|\.\/)/i, '').replace(/\/$/, '');
}

function plainText(tokens: readonly Token[]): string {
	return tokens.map(textOfToken).join('');
}

function textOfToken(token: Token): string {
	if ('tokens' in token && token.tokens) return plainText(token.tokens);
	return 'text' in token ? token.text : '';
}

/** References such as `&#27;` may stand for anything, so what is decoded is sanitised again. */
function decoded(token: Tokens.Text | Tokens.Escape): string {
	const text = token.type === 'text' && token.text.includes('&') ? decodeEntities(token.text) : token.text;
	return text === token.raw ? text : sanitizeText(text);
}
