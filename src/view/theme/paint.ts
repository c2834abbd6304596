import { cellWidth, graphemes } from '../../core/text/width.js';
import { weakMemo } from '../../core/weak-memo.js';
import { type ColorSpec, LINK_SCHEME, type Line, type PictureRef, type Style } from '../line.js';
import { PLACEHOLDER, placementOf } from '../pictures/placeholders.js';
import { bandCode, type ColorLevel, colorCode, mixed, rgbOf } from './color-codes.js';
import { asciiSigns } from './glyphs.js';
import type { Theme } from './theme.js';

export type PaintOptions = {
	readonly colorLevel: ColorLevel;
	readonly hyperlinks: boolean;
	readonly isAscii?: boolean;
};

export type Painter = {
	/** With the column (from 0) that the line begins in, text behind an emoji is in place whatever its width. */
	readonly paintLine: (line: Line, column?: number) => string;
};

type PaintedLine = { readonly column: number | undefined; readonly isSteady: boolean; readonly text: string };

const bare = {
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

type Codes = Readonly<typeof bare>;

const unsafeInLink = /[\x00-\x20\x7F-\x9F]/;
const longestLink = 2048;
/** Spans hold no control characters; a mistake must not reach the terminal all the same. */
const control = /[\x00-\x1F\x7F-\x9F]/g;
const suspect = /[\x00-\x1F\x7F-\x9F\uDBFB]/;

/** Text that is no picture must not refer to one. */
function harmless(text: string, isPicture: boolean): string {
	if (!suspect.test(text)) return text;
	const clean = text.replace(control, '');
	return isPicture ? clean : clean.replaceAll(PLACEHOLDER, '\uFFFD');
}

export function createPainter(theme: Theme, options: PaintOptions): Painter {
	// Where the theme has a colour for all text, text without a role of its own is drawn in it as well.
	const plain = resolveCodes({}, theme, options);
	const painted = new WeakMap<Line, PaintedLine>();
	const codesOf = weakMemo((style: Style) => resolveCodes(style, theme, options));

	function paint(line: Line, column: number | undefined): string {
		let text = '';
		let current: Codes = bare;
		let at = column;
		for (const span of line) {
			if (span.text === '') continue;
			const next = span.style === undefined ? plain : codesOf(span.style);
			const clean = harmless(span.text, next.picture !== '');
			const written = options.isAscii === true ? asciiSigns(clean) : clean;
			text += transition(current, next);
			text += at === undefined || !isUnsteady(written) ? written : steadyColumns(written, at);
			if (at !== undefined) at += cellWidth(written);
			current = next;
		}
		if (current.link !== '') text += closeLink;
		return sgr(bare, current) === '' ? text : `${text}\x1b[0m`;
	}

	return {
		paintLine(line, column) {
			const known = painted.get(line);
			if (known !== undefined && (known.isSteady || known.column === column)) return known.text;
			// Most lines do not depend on their column.
			const isSteady = !line.some((span) => isUnsteady(span.text));
			const text = paint(line, isSteady ? undefined : column);
			painted.set(line, { column, isSteady, text });
			return text;
		},
	};
}

/** The target if it may be written into an OSC 8 sequence, else ''. */
export function safeLink(link: string): string {
	return link.length <= longestLink && LINK_SCHEME.test(link) && !unsafeInLink.test(link) ? link.toWellFormed() : '';
}

const closeLink = '\x1b]8;;\x1b\\';

const BANDS: ReadonlySet<Style['background']> = new Set(['added', 'removed', 'user'] as const);

function resolveCodes(style: Style, given: Theme, options: PaintOptions): Codes {
	const level = options.colorLevel;
	const theme = given.bands !== undefined && BANDS.has(style.background) ? given.bands : given;
	const behind = style.rgb?.background ?? (style.background ? theme.backgrounds[style.background] : null);
	const background =
		style.background === 'added' || style.background === 'removed'
			? bandCode(behind, theme.colors[style.background], level)
			: colorCode(behind, level, 'background');
	// Terminals differ in dimming, mostly to the unreadable: where there are colours, dim words are muted ones.
	const role = style.dim && (style.color ?? 'text') === 'text' ? 'muted' : style.color;
	const own = style.rgb?.text ?? theme.colors[role ?? 'text'] ?? textOn(style, theme);
	const color = colorCode(style.shade === undefined ? own : shaded(own, style.shade, theme), level, 'text');
	return {
		color,
		background,
		// Where no colour marks them, the user's words and errors are bold.
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

/** Colour of plain text on a background of the theme: the terminal's own may be the opposite. */
function textOn(style: Style, theme: Theme): ColorSpec {
	const background = style.background === undefined ? null : theme.backgrounds[style.background];
	if (typeof background !== 'string') return null;
	return brightness(background) < 128 ? '#e6e6e6' : '#1f1f1f';
}

/** Ends of the range of shades, as parts of the colour that each is mixed with. */
const STRONGER = 0.35;
const CALMER = 0.55;

/** Both ends are as legible as the colour itself, nearly: one is mixed with what contrasts most, one with the muted colour. */
function shaded(color: ColorSpec, shade: number, theme: Theme): ColorSpec {
	const { muted } = theme.colors;
	if (typeof color !== 'string' || typeof muted !== 'string') return color;
	const light = brightness(color);
	const middle = shade * 2 - 1;
	if (middle >= 0) return mixed(color, muted, middle * CALMER);
	// A colour of middle brightness is there for an unknown background.
	return light > 100 && light < 150 ? color : mixed(color, light < 128 ? '#000000' : '#ffffff', -middle * STRONGER);
}

/** From 0 to 255. */
function brightness(color: string): number {
	const [red, green, blue] = rgbOf(color);
	return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** Independent of the colour level: these are numbers. */
function pictureCodes(picture: PictureRef): string {
	const channels = (value: number): string => `${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`;
	return `38;2;${channels(picture.id)};58;2;${channels(placementOf(picture))}`;
}

function transition(from: Codes, to: Codes): string {
	if (from === to) return '';
	const parameters = sgr(from, to);
	const link = from.link === to.link ? '' : to.link === '' ? closeLink : `\x1b]8;;${to.link}\x1b\\`;
	return parameters === '' ? link : `${link}\x1b[${parameters}m`;
}

/** The shorter of two ways: unset and set what differs, or reset and set everything. */
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

/** Emoji whose width terminals disagree on: joined, with a skin tone, flags, keycaps, with an emoji selector. */
const unsteady = /[\u200D\uFE0F\u20E3\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/u;

export function isUnsteady(text: string): boolean {
	return unsteady.test(text);
}

/** Sets the column (from 0) behind each emoji that terminals disagree on, so that the text behind it is in place. */
export function steadyColumns(text: string, column: number): string {
	let steady = '';
	let at = column;
	for (const grapheme of graphemes(text)) {
		const width = cellWidth(grapheme);
		// ECH first: a terminal that takes fewer cells would leave one as it was. CHA counts columns from 1.
		const isFramed = width > 0 && isUnsteady(grapheme);
		steady += isFramed ? `\x1b[${width}X${grapheme}\x1b[${at + width + 1}G` : grapheme;
		at += width;
	}
	return steady;
}
