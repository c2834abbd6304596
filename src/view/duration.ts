/** A span of milliseconds for people: `0.1s`, `12s`, `2m 05s`, `1h 02m`. A negative one counts as none. */
export function formatDuration(milliseconds: number): string {
	const total = Math.max(0, milliseconds);
	if (total < 9_950) return `${(total / 1000).toFixed(1)}s`;
	const seconds = Math.round(total / 1000);
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes}m ${pad(seconds % 60)}s`;
	return `${Math.floor(minutes / 60)}h ${pad(minutes % 60)}m`;
}

function pad(value: number): string {
	return value.toString().padStart(2, '0');
}
