/** Node's words for a missing file of ours that is loaded late, such as `dist/chunks/panel-Ab12.js`. */
const PART_GONE = /^Cannot find module '[^'\n]*[\\/]dist[\\/]chunks[\\/][^'\n\\/]+'/;

const UPDATED = 'acp-tui was updated while it ran: restart it to go on (acp-tui -c)';

/** Sentence for an error where a part of the program is gone, as another version took its place; null: it is not. */
export function updatedMeanwhile(error: unknown): string | null {
	if (!(error instanceof Error) || !('code' in error)) return null;
	const { code, message } = error;
	const isGone = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
	return isGone && PART_GONE.test(message) ? UPDATED : null;
}

/** The sentence for an error that nothing of ours expects; `where` says in what it came. */
export function unexpected(error: unknown, where = ''): string {
	return updatedMeanwhile(error) ?? `Something went wrong${where}: ${String(error)}`;
}
