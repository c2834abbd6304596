import type { Hex } from '../line.js';
import { mixed, rgbOf } from './color-codes.js';

/** Linear light of each channel value (WCAG 2). */
const LINEAR: readonly number[] = Array.from({ length: 256 }, (_, channel) => {
	const value = channel / 255;
	return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance of WCAG 2, from 0 (black) to 1 (white). */
function luminance(color: Hex): number {
	const [red, green, blue] = rgbOf(color);
	return 0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0);
}

/** Contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
	const [first, second] = [luminance(one), luminance(other)];
	return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

export function isDark(background: Hex): boolean {
	return contrast(background, '#ffffff') > contrast(background, '#000000');
}

export type Ground = { readonly color: Hex; readonly ratio: number };

const STEPS = 32;

/** The colour where it is readable on every ground, else with just as much white (on dark ones) or black as it takes. */
export function readableOn(color: Hex, grounds: readonly Ground[], isOnDark: boolean): Hex {
	const end: Hex = isOnDark ? '#ffffff' : '#000000';
	for (let step = 0; step < STEPS; step += 1) {
		const lifted = mixed(color, end, step / STEPS);
		if (grounds.every(({ color: ground, ratio }) => contrast(lifted, ground) >= ratio)) return lifted;
	}
	return end;
}
