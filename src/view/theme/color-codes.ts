import type { ColorSpec, Hex } from '../line.js';

/** Colours of a terminal: 0 none, 1 sixteen, 2 256, 3 all. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** SGR parameters of a colour (without `ESC [` and `m`), or '' when there is nothing to set. */
export function colorCode(color: ColorSpec, level: ColorLevel, layer: 'text' | 'background'): string {
	if (color === null || level === 0) return '';
	if (typeof color === 'number') return paletteCode(color, layer);
	const rgb = rgbOf(color);
	const extended = layer === 'text' ? 38 : 48;
	if (level === 3) return `${extended};2;${rgb.join(';')}`;
	if (level === 2) return `${extended};5;${nearest256(rgb)}`;
	// A faint background would become black or white in sixteen colours: none is better.
	return layer === 'text' ? paletteCode(nearest16(rgb), layer) : '';
}

/** Faint colours are all grey in 256: a band takes the cube's faintest of its hue, but no dark green, too bright. */
export function bandCode(color: ColorSpec, words: ColorSpec, level: ColorLevel): string {
	if (level !== 2 || typeof color !== 'string' || typeof words !== 'string')
		return colorCode(color, level, 'background');
	const [rgb, hue] = [rgbOf(color), rgbOf(words)];
	const near = nearest256(rgb);
	const strongest = hue.indexOf(Math.max(...hue));
	const isLight = Math.min(...rgb) > cubeLevels[3];
	const isFaint = isLight || (Math.max(...rgb) < cubeLevels[1] && strongest !== 1);
	if (near < FIRST_GRAY || !isFaint || Math.max(...hue) - Math.min(...hue) < LEAST_HUE) return `48;5;${near}`;
	return `48;5;${16 + (isLight ? 4 * (36 + 6 + 1) : 0) + ([36, 6, 1][strongest] ?? 0)}`;
}

type Rgb = readonly [number, number, number];

/** Channels (0–255) of a `#rrggbb` colour; anything else counts as black. */
export function rgbOf(color: string): Rgb {
	const value = Number.parseInt(color.slice(1), 16);
	return Number.isNaN(value) ? [0, 0, 0] : [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function mixed(color: string, other: string, part: number): Hex {
	const [from, to] = [rgbOf(color), rgbOf(other)];
	const channels = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * part));
	return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function paletteCode(index: number, layer: 'text' | 'background'): string {
	const base = layer === 'text' ? 30 : 40;
	return String(index < 8 ? base + index : base + 60 + (index - 8));
}

const FIRST_GRAY = 232;
const LEAST_HUE = 8;

const cubeLevels = [0, 95, 135, 175, 215, 255] as const;

function nearest256(rgb: Rgb): number {
	const cube = rgb.map(nearestCubeLevel);
	const [r = 0, g = 0, b = 0] = cube;
	const cubeDistance = distance(rgb, [cubeLevels[r] ?? 0, cubeLevels[g] ?? 0, cubeLevels[b] ?? 0]);
	const gray = Math.max(0, Math.min(23, Math.round(((rgb[0] + rgb[1] + rgb[2]) / 3 - 8) / 10)));
	const level = 8 + gray * 10;
	return distance(rgb, [level, level, level]) < cubeDistance ? FIRST_GRAY + gray : 16 + 36 * r + 6 * g + b;
}

function nearestCubeLevel(channel: number): number {
	let best = 0;
	for (const [index, level] of cubeLevels.entries()) {
		if (Math.abs(level - channel) < Math.abs((cubeLevels[best] ?? 0) - channel)) best = index;
	}
	return best;
}

/** By hue rather than by distance: a pastel stays its colour instead of becoming white. */
function nearest16([red, green, blue]: Rgb): number {
	const high = Math.max(red, green, blue);
	const low = Math.min(red, green, blue);
	if (high - low < 40) return high < 64 ? 0 : high < 176 ? 8 : 7;
	const middle = (high + low) / 2;
	return (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
}

function distance(left: Rgb, right: Rgb): number {
	return (left[0] - right[0]) ** 2 + (left[1] - right[1]) ** 2 + (left[2] - right[2]) ** 2;
}
