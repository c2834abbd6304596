import { UsageError } from './errors.js';
import { quote } from './quote-value.js';

const DURATIONS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 24 * 3600, w: 7 * 24 * 3600 };
const SIZES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** A time such as `30d`, `12h` or `2w` in ms. Throws a UsageError that names the option otherwise. */
export function parseDuration(flag: string): (text: string) => number {
	return (text) => {
		const duration = durationOf(text);
		if (duration !== null) return duration;
		throw new UsageError(`${flag} ${quote(text)}: must be a time such as 30d, 12h or 2w`);
	};
}

/** A time such as `30d` in ms; null for what is none. */
export function durationOf(text: string): number | null {
	const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([mhdw])$/i.exec(text.trim()) ?? [];
	const seconds = DURATIONS[unit.toLowerCase()];
	return seconds === undefined ? null : Number(number) * seconds * 1000;
}

/** A size such as `1GB` or `500MB` in bytes. Throws a UsageError that names the option otherwise. */
export function parseSize(flag: string): (text: string) => number {
	return (text) => {
		const bytes = sizeOf(text);
		if (bytes !== null) return bytes;
		throw new UsageError(`${flag} ${quote(text)}: must be a size such as 1GB, 500MB or 0`);
	};
}

/** A size such as `1GB` in bytes; null for what is none. */
export function sizeOf(text: string): number | null {
	const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([kmgt]?)b?$/i.exec(text.trim()) ?? [];
	return number === '' ? null : Math.round(Number(number) * (SIZES[unit.toLowerCase()] ?? 1));
}

export function milliseconds(seconds: number): number {
	return Math.round(seconds * 1000);
}
