import { entryAt } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

/** So many of the last entries are looked at. */
const MOST_ENTRIES = 300;

/** Whether the agent that runs has run a command itself, in no terminal of ours. */
export function hasRunItself({ entries, firstOfAgent = 0 }: Pick<SessionState, 'entries' | 'firstOfAgent'>): boolean {
	const first = Math.max(firstOfAgent, entries.size - MOST_ENTRIES);
	for (let index = entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind !== 'tool' || entry.call.kind !== 'execute') continue;
		const { status, verdict, terminals } = entry.call;
		const hasRun = status === 'completed' || (status === 'failed' && verdict?.decision !== 'denied');
		if (hasRun && !terminals.some(({ ours }) => ours)) return true;
	}
	return false;
}
