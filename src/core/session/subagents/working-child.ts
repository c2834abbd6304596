import { cardOfCall } from '../../subagents/card-id.js';
import { isAtWork } from '../../subagents/subagent.js';
import { subagentOfCard } from '../../subagents/tree.js';
import type { Entry } from '../entries/entry.js';
import { parentIdOf } from '../entries/entry-depth.js';
import type { SessionState } from '../state.js';

/** Whether an entry is of a child session that works or waits: it goes on, whatever becomes of the turn. */
export function isOfWorkingChild({ subagents }: SessionState, entry: Entry): boolean {
	if (subagents === undefined || subagents.size === 0) return false;
	const id = entry.kind === 'tool' ? entry.call.id : parentIdOf(entry);
	const cardId = id === undefined ? undefined : cardOfCall(id);
	const subagent = cardId === undefined ? undefined : subagentOfCard({ subagents }, cardId);
	return subagent !== undefined && isAtWork(subagent);
}
