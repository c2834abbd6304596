import type { Role, Style } from '../line.js';
import { highContrastDarkTheme, highContrastLightTheme } from './high-contrast.js';
import { neutralTheme } from './neutral.js';

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

/** For dark terminals. */
export const darkTheme: Theme = {
	name: 'dark',
	colors: {
		text: null,
		muted: '#8f96a3',
		accent: '#d99a6c',
		success: '#7fc492',
		warning: '#e2b55f',
		error: '#ee7f7f',
		info: '#79b4e8',
		heading: '#e8c07d',
		link: '#7cb7ec',
		code: '#a9c7e8',
		quote: '#a3a9b8',
		added: '#86cf98',
		removed: '#f08c8c',
		user: '#9fb6d9',
		plan: '#6cc7c0',
		acceptEdits: '#b69cf0',
		bypass: '#f2806f',
		'syntax.keyword': '#c59bf0',
		'syntax.string': '#9fcf8e',
		'syntax.number': '#e3a97a',
		'syntax.comment': '#8f97a6',
		'syntax.function': '#7db8f0',
		'syntax.type': '#e0c080',
		'syntax.variable': '#d8b4c4',
		'syntax.punctuation': '#a4abb8',
	},
	backgrounds: {
		code: '#23262d',
		added: '#1d3326',
		removed: '#3a2226',
		selection: '#25355a',
		user: '#262b35',
		bar: '#2a2e37',
	},
};

/** For light terminals. */
export const lightTheme: Theme = {
	name: 'light',
	colors: {
		text: null,
		muted: '#5f6672',
		accent: '#9c4f1c',
		success: '#1f6e36',
		warning: '#7d5700',
		error: '#b02a2a',
		info: '#1d5fa3',
		heading: '#7a4b00',
		link: '#14589e',
		code: '#2c5380',
		quote: '#4d5461',
		added: '#1a6331',
		removed: '#a32727',
		user: '#34507c',
		plan: '#0b655f',
		acceptEdits: '#6a3fb5',
		bypass: '#b3311c',
		'syntax.keyword': '#7a2fb0',
		'syntax.string': '#2a6a22',
		'syntax.number': '#8f4a0e',
		'syntax.comment': '#5f6672',
		'syntax.function': '#17589f',
		'syntax.type': '#7a5200',
		'syntax.variable': '#863a5c',
		'syntax.punctuation': '#4f5663',
	},
	backgrounds: {
		code: '#f0f1f4',
		added: '#dff3e4',
		removed: '#fbe4e4',
		selection: '#d6e4fc',
		user: '#eceff5',
		bar: '#e9ebf0',
	},
};

/** The terminal's own 16 colours: as readable as the person has made them. */
export const ansiTheme: Theme = {
	name: 'ansi',
	colors: {
		text: null,
		muted: 8,
		accent: 6,
		success: 2,
		warning: 3,
		error: 1,
		info: 4,
		heading: 3,
		link: 4,
		code: 6,
		quote: 8,
		added: 2,
		removed: 1,
		user: 4,
		plan: 6,
		acceptEdits: 5,
		bypass: 1,
		'syntax.keyword': 5,
		'syntax.string': 2,
		'syntax.number': 3,
		'syntax.comment': 8,
		'syntax.function': 4,
		'syntax.type': 3,
		'syntax.variable': null,
		'syntax.punctuation': null,
	},
	// No background of the 16 is readable below every foreground; the selection is shown inverse instead.
	backgrounds: { code: null, added: null, removed: null, selection: null, user: null, bar: null },
};

/** No colours at all, as NO_COLOR asks; bold, underline and the rest stay. */
export const monoTheme: Theme = {
	name: 'mono',
	colors: {
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
	},
	backgrounds: { code: null, added: null, removed: null, selection: null, user: null, bar: null },
};

/** Every theme, in the order in which a picker shows them. */
export const themes: readonly Theme[] = [
	darkTheme,
	lightTheme,
	neutralTheme,
	highContrastDarkTheme,
	highContrastLightTheme,
	ansiTheme,
	monoTheme,
];

/** The theme of that name, or undefined. */
export function themeByName(name: string): Theme | undefined {
	return themes.find((theme) => theme.name === name);
}
