import type { Role } from '../line.js';
import type { Background, ColorSpec, Theme } from './theme.js';
import { themeByName } from './themes.js';

/** The themes that one of the user's own may build on. */
export const BASES = ['dark', 'light', 'ansi', 'high-contrast-dark', 'high-contrast-light'] as const;

/** A colour as a config has it: `#rrggbb`, one of the terminal's 16, or its own. */
type ConfiguredColor = string | number;

/** A theme of the user's own: what it changes of another. */
export type ThemeDefinition = {
	readonly base: (typeof BASES)[number];
	readonly colors: Readonly<Partial<Record<Role, ConfiguredColor>>>;
	readonly backgrounds: Readonly<Partial<Record<Background, ConfiguredColor>>>;
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
