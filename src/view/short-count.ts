const STEPS = [
	[1e9, 'G'],
	[1e6, 'M'],
	[1e3, 'k'],
] as const;

/** `999`, `1.2k`, `12k`, `3.4M`. */
export function shortCount(count: number): string {
	for (const [size, unit] of STEPS) {
		// Not `1000k`.
		if (count < size * 0.9995) continue;
		const short = count / size;
		return `${short < 9.95 ? short.toFixed(1) : Math.round(short)}${unit}`;
	}
	return Math.round(count).toString();
}
