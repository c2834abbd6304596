import { entryAt } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

const MOST_ENTRIES = 300;

/** Whether the running agent has run a command itself, in no terminal of ours. */
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
