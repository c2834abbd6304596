import type { AgentConnection } from '../../core/agent-port.js';
import { MOST_TITLE, type SessionIndexPort, type SessionRow } from '../../core/session-index.js';
import { recordIdOf } from '../../core/session-list.js';
import * as messages from '../../core/sessions/list-messages.js';
import type { Store } from '../store.js';
import type { AgentPages } from './agent-pages.js';

export type Change = {
	readonly row: SessionRow;
	/** Absent: no session logs. */
	readonly index: SessionIndexPort;
	/** Null where the session's agent is not connected. */
	readonly connection: AgentConnection | null;
	readonly openRecord: string | null;
	readonly dispatch: Store['dispatch'];
	readonly pages: AgentPages | null;
	/** Null removes the row. */
	readonly replace: (row: SessionRow | null) => void;
};

type Outcome = { readonly text: string; readonly isFailure: boolean };

const done = (text: string): Outcome => ({ text, isFailure: false });
const failed = (text: string): Outcome => ({ text, isFailure: true });

export async function renameSession(change: Change, written: string): Promise<Outcome> {
	const { row, index, connection, openRecord, dispatch, pages, replace } = change;
	const title = written.trim().slice(0, MOST_TITLE);
	const recordId = recordIdOf(row);
	if (recordId !== null) {
		if (recordId === openRecord) dispatch({ type: 'session-renamed', title });
		else {
			const result = await index.rename(recordId, title);
			if (!result.ok) return failed(result.failure.message);
		}
		replace({ ...row, title, titleFrom: 'person' });
	}
	const isThere = row.where.includes('agent') && connection?.info.sessions.title === true;
	if (!isThere || row.sessionId === null) return done(messages.renamed(title));
	const taken = await connection.setSessionTitle(row.sessionId, title);
	if (taken.ok) {
		pages?.retitle(row.sessionId, taken.value);
		return done(messages.renamed(recordId === null ? taken.value : title));
	}
	const why = taken.failure.message;
	return failed(recordId === null ? why : `The title is changed here; ${connection.info.title}: ${why}`);
}

/** `both`: the agent's comes first; what it refuses to delete stays here too. */
export async function deleteSession(change: Change, at: 'here' | 'agent' | 'both'): Promise<Outcome> {
	const { row, index, connection, pages, replace } = change;
	const name = connection?.info.title ?? row.agent;
	const recordId = recordIdOf(row);
	if (at !== 'here') {
		if (connection === null || row.sessionId === null) return failed(messages.notDeleted('the agent is not connected'));
		const result = await connection.deleteSession(row.sessionId);
		if (!result.ok) return failed(messages.notDeleted(result.failure.message));
		pages?.drop(row.sessionId);
		if (at === 'agent' || recordId === null) return done(messages.deletedAtAgent(name, recordId !== null));
	}
	if (recordId === null) return failed(messages.notDeleted(messages.NO_LONGER_LISTED));
	const result = await index.delete(recordId);
	if (!result.ok) {
		const why = result.failure.message;
		return failed(
			at === 'both'
				? `The session is deleted at ${name}, but its record is still here: ${why}`
				: messages.notDeleted(why),
		);
	}
	replace(null);
	if (at === 'both') return done(`The session is deleted here and at ${name}.`);
	return done(messages.deletedHere(row.where.includes('agent') ? name : null));
}
