import type { SessionState } from '../../core/session/state.js';
import { activeTime, isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { lineageOf } from '../../core/subagents/tree.js';
import { oneLine, sentence, spokenTime } from '../spoken-text.js';
import { tool, subagent as words } from './announcement-messages.js';

/** Announces sub-agents that began, wait, work again or ended; none of those known from the start. */
export function subagentLines(before: SessionState | null, after: SessionState): readonly string[] {
	if (before === null || after.subagents === undefined || before.subagents === after.subagents) return [];
	const known = before.subagents;
	return [...after.subagents.values()].flatMap((subagent) => {
		const was = known?.get(subagent.id);
		return was === subagent ? [] : changeLines(was, subagent, after);
	});
}

/** Whether a card is announced as its sub-agent, and not as a tool call. */
export function isAnnouncedAsSubagent({ subagents }: SessionState, callId: string): boolean {
	if (subagents === undefined) return false;
	for (const { source, cardId } of subagents.values()) if (cardId === callId) return source === 'session';
	return false;
}

function changeLines(was: Subagent | undefined, now: Subagent, session: SessionState): readonly string[] {
	if (was?.status === now.status) return [];
	const name = nameOf(now, session);
	if (now.status === 'waiting') return [words.waits(name)];
	// Its call says how it began and ended.
	if (now.source === 'toolCall') return [];
	if (was === undefined || !isKnown(was)) return isAtWork(now) ? [words.started(name)] : [];
	if (now.status === 'running') return was.status === 'waiting' ? [] : [words.again(name)];
	return [ended(now, name), ...(now.toolCalls > 0 ? [tool.calls(now.toolCalls, 0)] : [])];
}

/** An agent may announce a sub-agent before it works. */
function isKnown({ status, activeMs }: Subagent): boolean {
	return (status !== 'idle' && status !== 'unknown') || activeMs > 0;
}

function ended(subagent: Subagent, name: string): string {
	const took = activeTime(subagent, subagent.changedAt);
	const time = took < 1000 ? '' : ` ${spokenTime(took)}.`;
	switch (subagent.status) {
		case 'failed':
			return words.failed(name, sentence(oneLine(subagent.reported?.error ?? '', 300)));
		case 'cancelled':
			return words.stopped(name);
		case 'idle':
			return words.idle(name);
		case 'unknown':
			return words.lost(name);
		case 'completed':
		case 'running':
		case 'waiting':
			return `${words.finished(name)}${time}`;
	}
}

function nameOf({ id, title }: Subagent, session: SessionState): string {
	const parent = lineageOf(session, id).at(-2)?.title;
	const name = oneLine(title, 60);
	return parent === undefined ? name : `${name}, of ${oneLine(parent, 40)}`;
}
