import type { ColorSpec, Role } from '../line.js';
import { isDark } from './contrast.js';
import { themeOfPalette } from './palette.js';
import { PALETTES } from './palettes.js';
import type { Background, Theme } from './theme.js';

type Row = readonly [
	dark: ColorSpec,
	light: ColorSpec,
	neutral: ColorSpec,
	highContrastDark: ColorSpec,
	highContrastLight: ColorSpec,
	ansi: ColorSpec,
];

const COLORS: Readonly<Record<Role, Row>> = {
	text: [null, null, null, '#ffffff', '#000000', null],
	muted: ['#8f96a3', '#5f6672', '#6d7685', '#d0d0d0', '#3a3a3a', 8],
	accent: ['#d99a6c', '#9c4f1c', '#b65d1b', '#ffcc66', '#6b2e00', 6],
	success: ['#7fc492', '#1f6e36', '#2a8643', '#66ff99', '#004d1a', 2],
	warning: ['#e2b55f', '#7d5700', '#9d6c0d', '#ffe066', '#5c3a00', 3],
	error: ['#ee7f7f', '#b02a2a', '#eb0a0a', '#ff9c9c', '#8b0000', 1],
	info: ['#79b4e8', '#1d5fa3', '#1077d1', '#8cd0ff', '#003c80', 4],
	heading: ['#e8c07d', '#7a4b00', '#a16a0d', '#ffe066', '#5c3a00', 3],
	link: ['#7cb7ec', '#14589e', '#0c76d6', '#8cd0ff', '#003c80', 4],
	code: ['#a9c7e8', '#2c5380', '#2176d3', '#b8e0ff', '#0a3560', 6],
	quote: ['#a3a9b8', '#4d5461', '#6175a6', '#e0e0e0', '#303030', 8],
	added: ['#86cf98', '#1a6331', '#24873c', '#80ffaa', '#004d1a', 2],
	removed: ['#f08c8c', '#a32727', '#eb0a0a', '#ffa8a8', '#8b0000', 1],
	user: ['#9fb6d9', '#34507c', '#3c75cc', '#ffffff', '#000000', 4],
	plan: ['#6cc7c0', '#0b655f', '#21837b', '#66ffee', '#004a46', 6],
	acceptEdits: ['#b69cf0', '#6a3fb5', '#8654f5', '#dcc0ff', '#4a1a9c', 5],
	bypass: ['#f2806f', '#b3311c', '#e61f02', '#ffaa80', '#861a00', 1],
	'syntax.keyword': ['#c59bf0', '#7a2fb0', '#9c45f4', '#dcb8ff', '#55108c', 5],
	'syntax.string': ['#9fcf8e', '#2a6a22', '#3f8526', '#a8ffa0', '#0d4d06', 2],
	'syntax.number': ['#e3a97a', '#8f4a0e', '#b75d14', '#ffc880', '#692f00', 3],
	'syntax.comment': ['#8f97a6', '#5f6672', '#6c7688', '#d0d0d0', '#3a3a3a', 8],
	'syntax.function': ['#7db8f0', '#17589f', '#0675dd', '#8cd0ff', '#003c80', 4],
	'syntax.type': ['#e0c080', '#7a5200', '#996d15', '#ffe066', '#5c3a00', 3],
	'syntax.variable': ['#d8b4c4', '#863a5c', '#be4e80', '#ffd0e8', '#6b1040', null],
	'syntax.punctuation': ['#a4abb8', '#4f5663', '#5d76a3', '#ffffff', '#000000', null],
};

const BACKGROUNDS: Readonly<Record<Background, Row>> = {
	code: ['#23262d', '#f0f1f4', null, '#000000', '#ffffff', null],
	added: ['#1d3326', '#dff3e4', null, '#003311', '#d8f8e0', null],
	removed: ['#3a2226', '#fbe4e4', null, '#400000', '#ffe0e0', null],
	selection: ['#25355a', '#d6e4fc', null, '#00408c', '#a8d0ff', null],
	user: ['#262b35', '#eceff5', null, '#3d3d3d', '#d0d0d0', null],
	bar: ['#2a2e37', '#e9ebf0', null, '#1a1a1a', '#f0f0f0', null],
};

type Ground = Pick<Theme, 'base' | 'background'>;

const UNKNOWN: Ground = { base: null, background: null };

function fromColumn(name: string, column: number, ground: Ground): Theme {
	const pick = <Part extends string>(rows: Readonly<Record<Part, Row>>): Record<Part, ColorSpec> => {
		const colors = Object.entries<Row>(rows).map(([part, row]) => [part, row[column] ?? null]);
		return Object.fromEntries(colors) as Record<Part, ColorSpec>;
	};
	return { name, ...ground, colors: pick(COLORS), backgrounds: pick(BACKGROUNDS) };
}

export const darkTheme = fromColumn('dark', 0, { base: 'dark', background: null });
export const lightTheme = fromColumn('light', 1, { base: 'light', background: null });

/** For an unknown background: colours as far from black as from white, on dark bands. */
export const neutralTheme: Theme = { ...fromColumn('neutral', 2, UNKNOWN), bands: darkTheme };

/** Contrast of every text colour to black is at least 7. */
export const highContrastDarkTheme = fromColumn('high-contrast-dark', 3, { base: 'dark', background: '#000000' });

/** Contrast of every text colour to white is at least 7. */
export const highContrastLightTheme = fromColumn('high-contrast-light', 4, { base: 'light', background: '#ffffff' });

/** The terminal's own 16 colours. None is readable below every foreground; the selection is inverse instead. */
export const ansiTheme = fromColumn('ansi', 5, UNKNOWN);

/** No colours, as NO_COLOR asks; bold, underline and the rest stay. */
export const monoTheme = fromColumn('mono', 6, UNKNOWN);

const themes: readonly Theme[] = [
	darkTheme,
	lightTheme,
	neutralTheme,
	highContrastDarkTheme,
	highContrastLightTheme,
	ansiTheme,
	monoTheme,
];

/** Names that need no definition, in the order of a list. `auto` and `high-contrast` follow the terminal. */
export const themeNames: readonly string[] = [
	...['auto', 'high-contrast'],
	...themes.map(({ name }) => name),
	...Object.keys(PALETTES),
];

export function isPalette(name: string): boolean {
	return Object.hasOwn(PALETTES, name);
}

const made = new Map<string, Theme>();

export function themeByName(name: string): Theme | undefined {
	const known = themes.find((theme) => theme.name === name) ?? made.get(name);
	const palette = isPalette(name) ? PALETTES[name] : undefined;
	if (known !== undefined || palette === undefined) return known;
	const theme = themeOfPalette(name, palette);
	made.set(name, theme);
	return theme;
}

export const BASES: readonly string[] = [
	...['dark', 'light', 'ansi', 'high-contrast-dark', 'high-contrast-light'],
	...Object.keys(PALETTES),
];

/** `#rrggbb`, one of the terminal's 16, or `default`: the terminal's own. */
type ConfiguredColor = string | number;

export type ThemeDefinition = {
	/** One of `BASES`. */
	readonly base: string;
	readonly background?: string;
	readonly isImported?: true;
	readonly colors: Readonly<Partial<Record<Role, ConfiguredColor>>>;
	readonly backgrounds: Readonly<Partial<Record<Background, ConfiguredColor>>>;
};

/** Ignores invalid colours and unknown parts: the base's stay. */
export function makeTheme(name: string, { base, background, colors, backgrounds }: ThemeDefinition): Theme {
	const below = themeByName(base);
	if (below === undefined) throw new Error(`there is no theme ${base}`);
	const ground = background === undefined ? undefined : colorOf(background);
	return {
		name,
		base: typeof ground === 'string' ? (isDark(ground) ? 'dark' : 'light') : (below.base ?? 'dark'),
		background: typeof ground === 'string' ? ground : below.background,
		colors: mix(below.colors, colors),
		backgrounds: mix(below.backgrounds, backgrounds),
	};
}

function mix<Part extends string>(
	below: Readonly<Record<Part, ColorSpec>>,
	changes: Readonly<Partial<Record<Part, ConfiguredColor>>>,
): Readonly<Record<Part, ColorSpec>> {
	const mixed: Record<Part, ColorSpec> = { ...below };
	for (const part of Object.keys(below) as Part[]) {
		const color = changes[part];
		const spec = color === undefined ? undefined : colorOf(color);
		if (spec !== undefined) mixed[part] = spec;
	}
	return mixed;
}

function colorOf(color: ConfiguredColor): ColorSpec | undefined {
	if (color === 'default') return null;
	if (typeof color === 'number') return Number.isInteger(color) && color >= 0 && color <= 15 ? color : undefined;
	return /^#[0-9a-f]{6}$/i.test(color) ? `#${color.slice(1)}` : undefined;
}
