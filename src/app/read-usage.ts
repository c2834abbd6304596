import type { AppEvent } from '../core/event.js';
import type { Ports } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';

export async function readUsage(
	{ usage }: Pick<Ports, 'usage'>,
	{ usageSoFar }: SessionState,
	dispatch: (event: AppEvent) => void,
): Promise<void> {
	const past = usage === undefined ? null : await usage.recent(usageSoFar?.turns ?? []);
	dispatch({ type: 'usage-read', past });
}
