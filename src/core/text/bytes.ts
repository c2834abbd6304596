/** `812 B`, `34 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
	const units = ['KB', 'MB', 'GB', 'TB'];
	if (!(bytes >= 1000)) return `${Math.max(0, Math.round(bytes) || 0)} B`;
	let value = bytes / 1000;
	let unit = 0;
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit += 1;
	}
	return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`;
}
