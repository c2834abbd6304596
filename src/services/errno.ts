/** The system's code of an error (`ENOENT`, …); an empty string when it has none. */
export function errnoOf(error: unknown): string {
	if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
		return error.code;
	}
	return '';
}

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
