import { renderMermaidASCII } from 'beautiful-mermaid';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, graphemes } from '../../core/text/width.js';

/** Rows of one drawing, with nothing to the right of their last sign. */
export type Drawing = readonly string[];

const MOST_ROWS = 200;
const MOST_COLUMNS = 400;
/** Cells from which a flowchart that goes to the right is drawn downwards, too. */
const WIDE = 60;

/** Directives that say nothing about the picture: links, scripts, styles. */
const DIRECTIVE = /^[ \t]*(?:click|href|links?|callback|linkStyle|style|classDef|class(?=[ \t]+[^{\n]*$))[ \t].*$/gm;
const COMMENT = /^[ \t]*%%.*$/gm;
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
const FLOW = /^(?:(?:graph|flowchart)\b|stateDiagram)/i;
const RIGHTWARDS = /^(graph|flowchart)([ \t]+)(?:LR|RL)\b/i;

/**
 * Drawings of a Mermaid diagram as text, the preferred one first and narrower ones behind it; null for what cannot be
 * drawn. Total, but takes whatever time and memory the diagram wants.
 */
export function drawDiagram(source: string): readonly Drawing[] | null {
	const text = source.replace(FRONT_MATTER, '').replace(COMMENT, '').trim();
	const isFlow = FLOW.test(text);
	const bare = (/^classDiagram/i.test(text) ? text : text.replace(DIRECTIVE, '')).trim();
	// The library leaves out what it cannot read, names of nodes in other scripts among it.
	if (isFlow && /[^\x00-\x7F]/.test(withoutLabels(bare))) return null;
	const first = drawn(bare, isFlow);
	if (first === null) return null;
	if (!RIGHTWARDS.test(bare) || widthOf(first) < WIDE) return [first];
	const downwards = drawn(bare.replace(RIGHTWARDS, '$1$2TD'), true);
	return downwards === null ? [first] : [first, downwards];
}

function drawn(source: string, isFlow: boolean): Drawing | null {
	const wide = encodeWide(source);
	if (wide === null) return null;
	try {
		const text = renderMermaidASCII(wide.text, { colorMode: 'none', useAscii: false });
		const rows = text.split('\n').map((row) => sanitizeLine(decodeWide(row, wide.characters)).trimEnd());
		const trimmed = trimEmpty(isFlow ? compact(rows) : rows);
		const fits = trimmed.length > 1 && trimmed.length <= MOST_ROWS && widthOf(trimmed) <= MOST_COLUMNS;
		return fits ? trimmed : null;
	} catch {
		// The library throws for unknown kinds of diagrams.
		return null;
	}
}

function widthOf(rows: Drawing): number {
	return rows.reduce((width, row) => Math.max(width, cellWidth(row)), 0);
}

function withoutLabels(source: string): string {
	return source.replace(/"[^"\n]*"|\[[^\]\n]*\]|\([^)\n]*\)|\{[^}\n]*\}|\|[^|\n]*\||--[^->\n]*--|:.*$/gm, '');
}

/** Drops rows of vertical lines alone: a single one is dropped, of several one stays. */
function compact(rows: Drawing): Drawing {
	const goesOn = (row: string | undefined): boolean => row !== undefined && /^[ │┃┆║]*$/.test(row);
	return rows.filter((row, index) => {
		if (!goesOn(row)) return true;
		return !goesOn(rows[index - 1]) && goesOn(rows[index + 1]);
	});
}

function trimEmpty(rows: Drawing): Drawing {
	const first = rows.findIndex((row) => row !== '');
	const last = rows.findLastIndex((row) => row !== '');
	return first < 0 ? [] : rows.slice(first, last + 1);
}

/**
 * Private-use characters: from `FIRST` on one for each grapheme that is not exactly one cell and one code unit,
 * `FILLER` for its further cells.
 */
const FIRST = 0xe000;
const FILLER = '\uf8ff';
const PRIVATE = /[\ue000-\uf8ff]/g;
const ENCODED = /([\ue000-\uf8fe])\uf8ff*/g;

/** Text with one character for each cell; null where it has too many kinds. Its own private characters are dropped. */
function encodeWide(text: string): { readonly text: string; readonly characters: readonly string[] } | null {
	const characters = new Map<string, string>();
	let encoded = '';
	for (const grapheme of graphemes(text.replace(PRIVATE, ''))) {
		const width = cellWidth(grapheme);
		if (grapheme === '\n' || (grapheme.length === 1 && width === 1)) encoded += grapheme;
		else if (width > 0) {
			const code = characters.get(grapheme) ?? String.fromCharCode(FIRST + characters.size);
			if (code >= FILLER) return null;
			characters.set(grapheme, code);
			encoded += code + FILLER.repeat(width - 1);
		}
	}
	return { text: encoded, characters: [...characters.keys()] };
}

/** Inverse of {@link encodeWide}. */
function decodeWide(text: string, characters: readonly string[]): string {
	return text
		.replace(ENCODED, (_, code: string) => characters[code.charCodeAt(0) - FIRST] ?? '')
		.replaceAll(FILLER, '');
}
