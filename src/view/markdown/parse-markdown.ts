import { Lexer, type Links, type MarkedOptions, type MarkedToken, type Token } from 'marked';
import { sanitizeText } from '../../core/text/sanitize.js';
import { maths } from '../maths/extensions.js';

export type LinkDefinitions = Links;

export type ParsedBlocks = { readonly tokens: readonly MarkedToken[]; readonly links: LinkDefinitions };

/** Deeper nesting is none that anyone wrote: it would only exhaust the parser's stack. */
const tooDeep = /^((?: {0,3}(?:> ?|(?:[-*+]|\d{1,9}[.)]) +)){32})(?: {0,3}(?:> ?|(?:[-*+]|\d{1,9}[.)]) +))+/gm;

/** Sanitised Markdown. Works line by line: pieces cut at newlines may be prepared one by one. */
export function prepareSource(source: string): string {
	return sanitizeText(source).replace(tooDeep, '$1');
}

/** Blocks of a prepared source, with the definitions known after it; `isDrawn`: formulas as drawn. Never throws. */
export function parseBlocks(source: string, links?: LinkDefinitions, isDrawn = false): ParsedBlocks {
	const lexer = createLexer(isDrawn);
	if (links) Object.assign(lexer.tokens.links, links);
	try {
		const tokens = lexer.lex(source);
		return { tokens: ownTokens(tokens), links: lexer.tokens.links };
	} catch {
		// The parser gives up on absurd nesting: the words are shown as they are.
		return { tokens: [{ type: 'html', raw: source, text: source, pre: true, block: true }], links: links ?? {} };
	}
}

export function parseWords(words: string, links: LinkDefinitions, isDrawn: boolean): readonly MarkedToken[] {
	const lexer = createLexer(isDrawn);
	Object.assign(lexer.tokens.links, links);
	try {
		return [{ type: 'paragraph', raw: words, text: words, tokens: lexer.inlineTokens(words) }];
	} catch {
		return [{ type: 'html', raw: words, text: words, pre: true, block: true }];
	}
}

/** The parser searches all that follows for the end of every mark: text that is mostly marks is parsed in pieces. */
function createLexer(isDrawn: boolean): Lexer {
	const lexer = new Lexer({ gfm: true, ...(isDrawn ? { extensions: withMaths } : {}) });
	const parseInline = lexer.inlineTokens.bind(lexer);
	lexer.inlineTokens = (source, tokens = []) => {
		if (source.length <= 2 * MARKS_PIECE || !isMostlyMarks(source)) return parseInline(source, tokens);
		for (let start = 0; start < source.length; ) {
			const end = source[start + MARKS_PIECE - 1] === '\\' ? start + MARKS_PIECE + 1 : start + MARKS_PIECE;
			parseInline(source.slice(start, end), tokens);
			start = end;
		}
		return tokens;
	};
	return lexer;
}

const withMaths: NonNullable<MarkedOptions['extensions']> = {
	inline: [maths.tokenizer],
	startInline: maths.start === undefined ? [] : [maths.start],
	renderers: {},
	childTokens: {},
};

const MARKS_PIECE = 1024;
/** Share of marks from which text is parsed in pieces. */
const MARKS_SHARE = 0.2;

function isMostlyMarks(source: string): boolean {
	let marks = 0;
	for (const _ of source.matchAll(/[!*_~`<[\]()]/g)) marks += 1;
	return marks > source.length * MARKS_SHARE;
}

export function normalizeLabel(label: string): string {
	return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

export function ownTokens(tokens: readonly Token[]): readonly MarkedToken[] {
	return tokens as readonly MarkedToken[];
}
