import { eachEntry } from '../../core/session/entry-list.js';
import type { SessionState } from '../../core/session/state.js';

/** The whole transcript as data: the session's facts and its entries, as they are held. `now` in ms since the epoch. */
export function exportJson(session: SessionState, now: number): string {
	const { agent, sessionId, title, cwd, plan, usage } = session;
	const document = {
		version: 1,
		exportedAt: new Date(now).toISOString(),
		agent:
			agent === null ? { name: session.launch.name } : { name: agent.name, title: agent.title, version: agent.version },
		sessionId,
		title,
		cwd,
		plan,
		usage,
		entries: [...eachEntry(session.entries)],
	};
	try {
		return `${JSON.stringify(document, null, 2)}\n`;
	} catch {
		// What an agent nested deeper than the stack is left out; its text is what counts.
		return `${JSON.stringify(document, (key, value) => (key === 'rawInput' || key === 'rawOutput' ? undefined : value), 2)}\n`;
	}
}
