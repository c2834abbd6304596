import type { Role } from '../line.js';
import type { Background, ColorSpec, Theme } from './theme.js';
import { themeByName } from './themes.js';

export const BASES = ['dark', 'light', 'ansi', 'high-contrast-dark', 'high-contrast-light'] as const;

/** `#rrggbb`, one of the terminal's 16, or `default`: the terminal's own. */
type ConfiguredColor = string | number;

export type ThemeDefinition = {
	readonly base: (typeof BASES)[number];
	readonly colors: Readonly<Partial<Record<Role, ConfiguredColor>>>;
	readonly backgrounds: Readonly<Partial<Record<Background, ConfiguredColor>>>;
};

/** Ignores invalid colours and unknown parts: the base's stay. */
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
