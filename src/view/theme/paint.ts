import { cellWidth } from '../../core/text/width.js';
import type { Line, PictureRef, Style } from '../line.js';
import { PLACEHOLDER, placementOf } from '../pictures/placeholders.js';
import { asciiSigns } from './ascii.js';
import { type ColorLevel, colorCode, rgbOf } from './color-codes.js';
import { isUnsteady, steadyColumns } from './steady-columns.js';
import type { ColorSpec, Theme } from './theme.js';

/** What the terminal can show. */
export type PaintOptions = {
	/** 0 no colour, 1 sixteen colours, 2 256 colours, 3 true colour. */
	readonly colorLevel: ColorLevel;
	/** Whether OSC 8 links may be written. */
	readonly hyperlinks: boolean;
	/** The terminal's font lacks the signs of the interface. */
	readonly isAscii?: boolean;
};

/** Turns lines into what is written to the terminal. */
export type Painter = {
	/**
	 * The line with its escape sequences; every style and link is closed at its end. With the column (from 0) that it
	 * begins in on the screen, what follows an emoji is in its right column whatever the terminal makes of it.
	 */
	readonly paintLine: (line: Line, column?: number) => string;
};

/** The SGR parameters that a style needs, one for each thing that can be set and unset. */
type Codes = {
	readonly color: string;
	readonly background: string;
	readonly bold: boolean;
	readonly dim: boolean;
	readonly italic: boolean;
	readonly underline: boolean;
	readonly inverse: boolean;
	readonly strike: boolean;
	readonly link: string;
	/** The colours that stand for the number of a picture and of its place, not for colours. */
	readonly picture: string;
};

/** A line as it was painted; a steady one is the same wherever it begins. */
type PaintedLine = { readonly column: number | undefined; readonly isSteady: boolean; readonly text: string };

const bare: Codes = {
	color: '',
	background: '',
	bold: false,
	dim: false,
	italic: false,
	underline: false,
	inverse: false,
	strike: false,
	link: '',
	picture: '',
};

const linkScheme = /^(?:https?|mailto|file):/i;
const unsafeInLink = /[\x00-\x20\x7F-\x9F]/;
const longestLink = 2048;
/** Control characters, of which spans hold none: a mistake on the way must not reach the terminal. */
const control = /[\x00-\x1F\x7F-\x9F]/g;
/** Those, and half of the character that stands for a part of a picture. */
const suspect = /[\x00-\x1F\x7F-\x9F\uDBFB]/;

/** The text as it may be written: what is no picture must not point at one. */
function harmless(text: string, isPicture: boolean): string {
	if (!suspect.test(text)) return text;
	const clean = text.replace(control, '');
	return isPicture ? clean : clean.replaceAll(PLACEHOLDER, '\uFFFD');
}

/** A painter for one theme and terminal; painted lines are remembered as long as their Line lives. */
export function createPainter(theme: Theme, options: PaintOptions): Painter {
	// Where the theme has a colour for all text, text without a role of its own is drawn in it as well.
	const plain = resolveCodes({}, theme, options);
	const painted = new WeakMap<Line, PaintedLine>();
	const codesOfStyle = new WeakMap<Style, Codes>();

	function codesOf(style: Style | undefined): Codes {
		if (!style) return plain;
		const known = codesOfStyle.get(style);
		if (known) return known;
		const codes = resolveCodes(style, theme, options);
		codesOfStyle.set(style, codes);
		return codes;
	}

	function paint(line: Line, column: number | undefined): string {
		let text = '';
		let current = bare;
		let at = column;
		for (const span of line) {
			if (span.text === '') continue;
			const next = codesOf(span.style);
			const clean = harmless(span.text, next.picture !== '');
			const written = options.isAscii === true ? asciiSigns(clean) : clean;
			text += transition(current, next);
			text += at === undefined || !isUnsteady(written) ? written : steadyColumns(written, at);
			if (at !== undefined) at += cellWidth(written);
			current = next;
		}
		if (current.link !== '') text += closeLink;
		return hasSgr(current) ? `${text}\x1b[0m` : text;
	}

	return {
		paintLine(line, column) {
			const known = painted.get(line);
			if (known !== undefined && (known.isSteady || known.column === column)) return known.text;
			// Most lines hold nothing that depends on where they begin.
			const isSteady = !line.some((span) => isUnsteady(span.text));
			const text = paint(line, isSteady ? undefined : column);
			painted.set(line, { column, isSteady, text });
			return text;
		},
	};
}

/** The target if it may be written into an OSC 8 sequence, else ''. */
export function safeLink(link: string): string {
	return link.length <= longestLink && linkScheme.test(link) && !unsafeInLink.test(link) ? link.toWellFormed() : '';
}

const closeLink = '\x1b]8;;\x1b\\';

function resolveCodes(style: Style, theme: Theme, options: PaintOptions): Codes {
	const level = options.colorLevel;
	const background = style.background ? colorCode(theme.backgrounds[style.background], level, 'background') : '';
	// Terminals dim as they like, mostly to what cannot be read: where there are colours, dim words are muted ones.
	const role = style.dim && (style.color ?? 'text') === 'text' ? 'muted' : style.color;
	const color = colorCode(theme.colors[role ?? 'text'] ?? textOn(style, theme), level, 'text');
	return {
		color,
		background,
		// Where no colour marks them, what the user said and what went wrong are bold.
		bold:
			style.bold === true || (background === '' && style.background === 'user') || (level === 0 && role === 'error'),
		dim: style.dim === true && color === '',
		italic: style.italic === true,
		underline: style.underline === true,
		// A selection must be seen on every terminal.
		inverse: (style.inverse === true) !== (style.background === 'selection' && background === ''),
		strike: style.strike === true,
		link: options.hyperlinks && style.link ? safeLink(style.link) : '',
		picture: style.picture === undefined ? '' : pictureCodes(style.picture),
	};
}

/**
 * The colour of text that has none, on a background of the theme: the terminal's own colour fits the terminal's own
 * background, which may be the other one.
 */
function textOn(style: Style, theme: Theme): ColorSpec {
	const background = style.background === undefined ? null : theme.backgrounds[style.background];
	if (typeof background !== 'string') return null;
	const [red, green, blue] = rgbOf(background);
	return 0.3 * red + 0.59 * green + 0.11 * blue < 128 ? '#e6e6e6' : '#1f1f1f';
}

/** Whatever colours the terminal shows: these are numbers. */
function pictureCodes(picture: PictureRef): string {
	const channels = (value: number): string => `${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`;
	return `38;2;${channels(picture.id)};58;2;${channels(placementOf(picture))}`;
}

function hasSgr(codes: Codes): boolean {
	return sgr(bare, codes) !== '';
}

function transition(from: Codes, to: Codes): string {
	if (from === to) return '';
	const parameters = sgr(from, to);
	const link = from.link === to.link ? '' : to.link === '' ? closeLink : `\x1b]8;;${to.link}\x1b\\`;
	return parameters === '' ? link : `${link}\x1b[${parameters}m`;
}

/** The shortest of two ways: unset and set what differs, or reset and set everything. */
function sgr(from: Codes, to: Codes): string {
	const changes = changesBetween(from, to);
	if (from === bare || changes.length === 0) return changes.join(';');
	const afresh = ['0', ...changesBetween(bare, to)].join(';');
	const direct = changes.join(';');
	return afresh.length < direct.length ? afresh : direct;
}

function changesBetween(from: Codes, to: Codes): string[] {
	const codes: string[] = [];
	const weightEnds = (from.bold && !to.bold) || (from.dim && !to.dim);
	// 22 ends bold and dim together.
	if (weightEnds) codes.push('22');
	if (to.bold && (!from.bold || weightEnds)) codes.push('1');
	if (to.dim && (!from.dim || weightEnds)) codes.push('2');
	if (from.italic !== to.italic) codes.push(to.italic ? '3' : '23');
	if (from.underline !== to.underline) codes.push(to.underline ? '4' : '24');
	if (from.inverse !== to.inverse) codes.push(to.inverse ? '7' : '27');
	if (from.strike !== to.strike) codes.push(to.strike ? '9' : '29');
	if (from.picture !== '' && to.picture === '') codes.push('59');
	if (from.color !== to.color || (from.picture !== '' && to.picture === '')) {
		codes.push(to.color === '' ? '39' : to.color);
	}
	if (from.picture !== to.picture && to.picture !== '') codes.push(to.picture);
	if (from.background !== to.background) codes.push(to.background === '' ? '49' : to.background);
	return codes;
}
