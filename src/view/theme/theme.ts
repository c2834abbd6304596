import type { Role, Style } from '../line.js';

/** `#rrggbb` */
export type Hex = `#${string}`;

/** `#rrggbb`, one of the terminal's 16 colours (0–15), or null: the terminal's own. */
export type ColorSpec = Hex | number | null;

export type Background = NonNullable<Style['background']>;

export type Theme = {
	readonly name: string;
	/** The kind of background that it is for; null: any. */
	readonly base: 'dark' | 'light' | null;
	/** The terminal's background that its colours were chosen for; null: any of that kind. */
	readonly background: Hex | null;
	readonly colors: Readonly<Record<Role, ColorSpec>>;
	readonly backgrounds: Readonly<Record<Background, ColorSpec>>;
};
