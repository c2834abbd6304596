import { truncate } from '../../core/text/width.js';
import type { Hex, Role } from '../../view/line.js';
import { mixed } from '../../view/theme/color-codes.js';
import { contrast, isDark } from '../../view/theme/contrast.js';
import { type Palette, themeOfPalette } from '../../view/theme/palette.js';
import { darkTheme, lightTheme, type ThemeDefinition } from '../../view/theme/themes.js';
import { UsageError } from '../errors.js';
import { quote } from '../quote-value.js';
import * as messages from './themes-messages.js';

export const HUES = ['red', 'green', 'yellow', 'blue', 'purple', 'cyan'] as const;
type Hue = (typeof HUES)[number];

export type Scheme = {
	/** Name in the file, if it has one. */
	readonly name: string | null;
	readonly background: Hex;
	readonly foreground: Hex;
	readonly hues: Readonly<Partial<Record<Hue | 'orange' | 'comment', Hex>>>;
	readonly roles?: Readonly<Partial<Record<Role, Hex>>>;
};

/** Reads a colour: `#rgb`, `#rrggbb` with or without alpha, `0xrrggbb`, `rrggbb`; null for anything else. */
export function readColor(value: unknown): Hex | null {
	if (typeof value !== 'string') return null;
	const [, digits] = /^(?:#|0x)?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(value.trim()) ?? [];
	if (digits === undefined) return null;
	const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits.slice(0, 6);
	return `#${long.toLowerCase()}`;
}

/** Parses a colour. Throws a UsageError for anything else. */
export function colorOf(key: string, value: unknown): Hex | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const color = readColor(value);
	if (color === null)
		throw new UsageError(
			`${key} is ${typeof value === 'string' ? quote(truncate(value, 40)) : 'something else than text'}, which is not a colour`,
		);
	return color;
}

/** A scheme of terminal colours: all of the first eight but black and white are needed. Throws a UsageError. */
export function terminalScheme(
	name: unknown,
	{ background, foreground }: { readonly background: unknown; readonly foreground: unknown },
	ansi: readonly unknown[],
): Scheme {
	const behind = colorOf('background', background);
	const text = colorOf('foreground', foreground);
	const [, red, green, yellow, blue, purple, cyan, , comment] = ansi.map((color, at) => colorOf(`color ${at}`, color));
	const all = { background: behind, foreground: text, red, green, yellow, blue, purple, cyan };
	const missing = Object.entries(all).flatMap(([key, color]) => (color === undefined ? [key] : []));
	if (behind === undefined || text === undefined || missing.length > 0) throw new UsageError(messages.missing(missing));
	return {
		name: typeof name === 'string' ? name : null,
		background: behind,
		foreground: text,
		hues: Object.fromEntries(
			Object.entries({ red, green, yellow, blue, purple, cyan, comment }).filter(([, color]) => color !== undefined),
		),
	};
}

/** Comments that are as faint as the background are none. */
const LEAST_COMMENT = 1.6;

/** A theme with a readable colour for every role. */
export function themeOfScheme({ background, foreground, hues, roles = {} }: Scheme): ThemeDefinition {
	const { colors } = isDark(background) ? darkTheme : lightTheme;
	const usual = (role: Role): Hex => (typeof colors[role] === 'string' ? colors[role] : foreground);
	const red = hues.red ?? usual('error');
	const yellow = hues.yellow ?? usual('warning');
	const comment = hues.comment ?? background;
	const palette: Palette = {
		...{ background, foreground, red, yellow },
		comment: contrast(comment, background) < LEAST_COMMENT ? mixed(background, foreground, 0.5) : comment,
		orange: hues.orange ?? mixed(red, yellow, 0.5),
		green: hues.green ?? usual('success'),
		cyan: hues.cyan ?? usual('plan'),
		blue: hues.blue ?? usual('info'),
		purple: hues.purple ?? usual('acceptEdits'),
		roles,
	};
	const theme = themeOfPalette('', palette);
	const written = (map: Readonly<Record<string, unknown>>) => map as Readonly<Record<string, Hex>>;
	return {
		base: theme.base ?? 'dark',
		background,
		colors: written(theme.colors),
		backgrounds: written(theme.backgrounds),
	};
}
