import type { ColorSpec, Hex, Role, Style } from '../line.js';

export type Background = NonNullable<Style['background']>;

export type Theme = {
	readonly name: string;
	/** The kind of background that it is for; null: any. */
	readonly base: 'dark' | 'light' | null;
	/** The terminal's background that its colours were chosen for; null: any of that kind. */
	readonly background: Hex | null;
	/** The theme of bands of diffs and prompts, where the background is unknown: they bring their own, and words on it. */
	readonly bands?: Theme;
	readonly colors: Readonly<Record<Role, ColorSpec>>;
	readonly backgrounds: Readonly<Record<Background, ColorSpec>>;
};
