import { defined } from '../../core/defined.js';
import type { Role, Style } from '../line.js';

const BASIC = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

type Basic = (typeof BASIC)[number];

/** Terminal colours become roles, so that a command's output keeps to the user's theme and stays readable. */
const ROLES: Readonly<Record<Basic, Role | undefined>> = {
	black: 'muted',
	red: 'error',
	green: 'success',
	yellow: 'warning',
	blue: 'info',
	magenta: 'syntax.keyword',
	cyan: 'accent',
	white: undefined,
};

const BACKGROUNDS: Readonly<Record<Basic, Style['background']>> = {
	black: undefined,
	red: 'removed',
	green: 'added',
	yellow: 'code',
	blue: 'code',
	magenta: 'code',
	cyan: 'code',
	white: 'selection',
};

type Attribute = 'bold' | 'dim' | 'italic' | 'underline' | 'strike' | 'inverse';

export type Rendition = Pick<Style, Attribute> & { readonly color?: Basic; readonly background?: Basic };

export const PLAIN: Rendition = {};

export function applySgr(rendition: Rendition, params: readonly number[]): Rendition {
	if (params.length === 0) return PLAIN;
	let next: Rendition = rendition;
	for (let index = 0; index < params.length; index += 1) {
		const code = params[index] ?? -1;
		if (code === 38 || code === 48) {
			const { color, used } = extendedColor(params, index + 1);
			index += used;
			if (color !== undefined) next = { ...next, [code === 38 ? 'color' : 'background']: color };
			continue;
		}
		// An underline colour (58) is not shown, but its parameters must not be read as renditions.
		if (code === 58) index += extendedColor(params, index + 1).used;
		else next = applyCode(next, code);
	}
	return next;
}

export function styleOf(rendition: Rendition): Style | undefined {
	const { color, background, ...flags } = rendition;
	const role = color === undefined ? undefined : ROLES[color];
	const back = background === undefined ? undefined : BACKGROUNDS[background];
	// Black or white text on a coloured ground is a badge: the theme's own text reads best there.
	const isBadge = back !== undefined && (color === 'black' || color === 'white');
	const style: Style = {
		...flags,
		...(role !== undefined && !isBadge ? { color: role } : {}),
		...defined({ background: back }),
	};
	return Object.keys(style).length === 0 ? undefined : style;
}

const ON: ReadonlyMap<number, Rendition> = new Map<number, Rendition>([
	[1, { bold: true }],
	[2, { dim: true }],
	[3, { italic: true }],
	[4, { underline: true }],
	[7, { inverse: true }],
	// Concealed text is only dimmed: nothing in an output may hide.
	[8, { dim: true }],
	[9, { strike: true }],
	[21, { underline: true }],
]);

const OFF: ReadonlyMap<number, readonly (keyof Rendition)[]> = new Map<number, readonly (keyof Rendition)[]>([
	[22, ['bold', 'dim']],
	[23, ['italic']],
	[24, ['underline']],
	[27, ['inverse']],
	[28, ['dim']],
	[29, ['strike']],
	[39, ['color']],
	[49, ['background']],
]);

function applyCode(from: Rendition, code: number): Rendition {
	if (code === -1 || code === 0) return PLAIN;
	const basic = BASIC[code % 10];
	const tens = Math.floor(code / 10);
	if (basic !== undefined && (tens === 3 || tens === 9)) return { ...from, color: basic };
	if (basic !== undefined && (tens === 4 || tens === 10)) return { ...from, background: basic };
	const on = ON.get(code);
	return on === undefined ? without(from, OFF.get(code) ?? []) : { ...from, ...on };
}

function without(from: Rendition, keys: readonly (keyof Rendition)[]): Rendition {
	const next: { -readonly [Key in keyof Rendition]: Rendition[Key] } = { ...from };
	for (const key of keys) delete next[key];
	return next;
}

function extendedColor(params: readonly number[], at: number): { readonly color?: Basic; readonly used: number } {
	const kind = params[at];
	if (kind === 5) {
		const index = params[at + 1] ?? -1;
		const color = paletteColor(index);
		return color === undefined ? { used: 2 } : { color, used: 2 };
	}
	if (kind === 2) {
		// `38:2::r:g:b` carries an empty colour space before the channels.
		const start = params[at + 1] === -1 ? at + 2 : at + 1;
		const [red = 0, green = 0, blue = 0] = params.slice(start, start + 3);
		return { color: nearestBasic(red, green, blue), used: start + 3 - at };
	}
	return { used: 0 };
}

function paletteColor(index: number): Basic | undefined {
	if (index < 0 || index > 255) return undefined;
	if (index < 16) return index === 8 ? 'black' : BASIC[index % 8];
	if (index >= 232) return index < 248 ? 'black' : 'white';
	const cube = index - 16;
	const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
	return nearestBasic(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** By hue, since terminals' own palettes differ too much for distances to mean anything. */
function nearestBasic(red: number, green: number, blue: number): Basic {
	const most = Math.max(red, green, blue);
	const least = Math.min(red, green, blue);
	if (most - least < 40) return most < 170 ? 'black' : 'white';
	const span = most - least;
	const sector =
		most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
	const hue = (sector * 60 + 360) % 360;
	if (hue < 25 || hue >= 335) return 'red';
	if (hue < 75) return 'yellow';
	if (hue < 160) return 'green';
	if (hue < 200) return 'cyan';
	return hue < 265 ? 'blue' : 'magenta';
}
