import type { Role, Style } from '../line.js';

/** `#rrggbb`, one of the terminal's 16 colours (0–15), or null: the terminal's own. */
export type ColorSpec = `#${string}` | number | null;

/** What may stand behind text. */
export type Background = NonNullable<Style['background']>;

/** Colours by role. */
export type Theme = {
	readonly name: string;
	readonly colors: Readonly<Record<Role, ColorSpec>>;
	readonly backgrounds: Readonly<Record<Background, ColorSpec>>;
};
const none: Record<Role, ColorSpec> = {
	text: null,
	muted: null,
	accent: null,
	success: null,
	warning: null,
	error: null,
	info: null,
	heading: null,
	link: null,
	code: null,
	quote: null,
	added: null,
	removed: null,
	user: null,
	plan: null,
	acceptEdits: null,
	bypass: null,
	'syntax.keyword': null,
	'syntax.string': null,
	'syntax.number': null,
	'syntax.comment': null,
	'syntax.function': null,
	'syntax.type': null,
	'syntax.variable': null,
	'syntax.punctuation': null,
};
const noBackgrounds: Record<Background, ColorSpec> = {
	code: null,
	added: null,
	removed: null,
	selection: null,
	user: null,
	bar: null,
};

/** No colours at all, as NO_COLOR asks. */
export const monoTheme: Theme = { name: 'mono', colors: none, backgrounds: noBackgrounds };
/** For dark terminals. */
export const darkTheme: Theme = { ...monoTheme, name: 'dark' };
/** For light terminals. */
export const lightTheme: Theme = { ...monoTheme, name: 'light' };
/** The terminal's own 16 colours. */
export const ansiTheme: Theme = { ...monoTheme, name: 'ansi' };

/** The theme of that name, or undefined. */
export function themeByName(name: string): Theme | undefined {
	return [darkTheme, lightTheme, ansiTheme, monoTheme].find((theme) => theme.name === name);
}
