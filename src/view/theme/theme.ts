import type { Role, Style } from '../line.js';

/** `#rrggbb`, one of the terminal's 16 colours (0–15), or null: the terminal's own. */
export type ColorSpec = `#${string}` | number | null;

export type Background = NonNullable<Style['background']>;

export type Theme = {
	readonly name: string;
	readonly colors: Readonly<Record<Role, ColorSpec>>;
	readonly backgrounds: Readonly<Record<Background, ColorSpec>>;
};
