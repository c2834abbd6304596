import type { Role } from '../line.js';
import type { Background, ColorSpec, Theme } from './theme.js';
import { themeByName } from './themes.js';

/** The themes that one of the person's own may build on. */
export const BASES = ['dark', 'light', 'ansi', 'high-contrast-dark', 'high-contrast-light'] as const;

/** A colour as a config has it: `#rrggbb`, one of the terminal's 16, or its own. */
type ColorWish = string | number;

/** A theme of the person's own: what it changes of another. */
export type ThemeDefinition = {
	readonly base: (typeof BASES)[number];
	readonly colors: Readonly<Partial<Record<Role, ColorWish>>>;
	readonly backgrounds: Readonly<Partial<Record<Background, ColorWish>>>;
};

/** The theme of a definition. What is not a colour, or not a part of a theme, is left as the base has it. */
export function makeTheme(name: string, { base, colors, backgrounds }: ThemeDefinition): Theme {
	const below = themeByName(base);
	if (below === undefined) throw new Error(`there is no theme ${base}`);
	return {
		name,
		colors: mix(below.colors, colors),
		backgrounds: mix(below.backgrounds, backgrounds),
	};
}

function mix<Part extends string>(
	below: Readonly<Record<Part, ColorSpec>>,
	wishes: Readonly<Partial<Record<Part, ColorWish>>>,
): Readonly<Record<Part, ColorSpec>> {
	const mixed: Record<Part, ColorSpec> = { ...below };
	for (const part of Object.keys(below) as Part[]) {
		const wish = wishes[part];
		const color = wish === undefined ? undefined : colorOf(wish);
		if (color !== undefined) mixed[part] = color;
	}
	return mixed;
}

function colorOf(wish: ColorWish): ColorSpec | undefined {
	if (wish === 'default') return null;
	if (typeof wish === 'number') return Number.isInteger(wish) && wish >= 0 && wish <= 15 ? wish : undefined;
	return /^#[0-9a-f]{6}$/i.test(wish) ? `#${wish.slice(1)}` : undefined;
}
