import type { Hex, Role } from '../line.js';
import { mixed } from './color-codes.js';
import { type Ground, isDark, readableOn } from './contrast.js';
import type { Theme } from './theme.js';

/** Colours of a scheme by their hue; `roles` are those that it gives to something itself. */
export type Palette = {
	readonly background: Hex;
	readonly foreground: Hex;
	/** Bands and code stand on it; absent: mixed. */
	readonly surface?: Hex;
	readonly comment: Hex;
	readonly red: Hex;
	readonly orange: Hex;
	readonly yellow: Hex;
	readonly green: Hex;
	readonly cyan: Hex;
	readonly blue: Hex;
	readonly purple: Hex;
	readonly roles?: Readonly<Partial<Record<Role, Hex>>>;
};

/** WCAG 2 AA for text; coloured words on a band need a little more than large text and signs. */
const TEXT = 4.5;
const ON_BAND = { dark: 3.5, light: 4 };
const SELECTED = 3;

export function themeOfPalette(name: string, palette: Palette): Theme {
	const { background, foreground, red, green, blue, roles = {} } = palette;
	const isOnDark = isDark(background);
	const surface = palette.surface ?? mixed(background, foreground, 0.08);
	const bands = {
		code: mixed(background, surface, 0.7),
		added: mixed(background, roles.added ?? green, 0.15),
		removed: mixed(background, roles.removed ?? red, isOnDark ? 0.2 : 0.13),
		user: surface,
		bar: surface,
	};
	const selection = mixed(background, blue, isOnDark ? 0.3 : 0.25);
	const groundsWith = (ratio: number): readonly Ground[] => [
		{ color: background, ratio: TEXT },
		...Object.values(bands).map((color) => ({ color, ratio })),
		{ color: selection, ratio: SELECTED },
	];
	const [ofText, ofColors] = [groundsWith(TEXT), groundsWith(isOnDark ? ON_BAND.dark : ON_BAND.light)];
	const colors = Object.entries(rolesOf(palette)).map(([role, color]) => [
		role,
		readableOn(color, color === foreground ? ofText : ofColors, isOnDark),
	]);
	return {
		name,
		base: isOnDark ? 'dark' : 'light',
		background,
		colors: Object.fromEntries(colors) as Record<Role, Hex>,
		backgrounds: { ...bands, selection },
	};
}

function rolesOf(palette: Palette): Readonly<Record<Role, Hex>> {
	const { foreground, comment, red, orange, yellow, green, cyan, blue, purple, roles = {} } = palette;
	const quiet = mixed(comment, foreground, 0.5);
	return {
		text: foreground,
		muted: mixed(comment, foreground, 0.15),
		accent: orange,
		success: green,
		warning: yellow,
		error: red,
		info: blue,
		heading: yellow,
		link: blue,
		code: cyan,
		quote: quiet,
		added: green,
		removed: red,
		user: blue,
		plan: cyan,
		acceptEdits: purple,
		bypass: orange,
		'syntax.keyword': purple,
		'syntax.string': green,
		'syntax.number': orange,
		'syntax.comment': comment,
		'syntax.function': blue,
		'syntax.type': yellow,
		'syntax.variable': foreground,
		'syntax.punctuation': quiet,
		...roles,
	};
}
