import { MOST_TITLE, type SessionRow } from '../session-index.js';
import { titleInPrompt } from '../session-title.js';
import { clip } from '../text/clip.js';
import type { ListedSession } from './agent-sessions.js';

/** Merges our rows with an agent's list, newest first. The title is the user's, else the agent's. */
export function mergeLists(
	rows: readonly SessionRow[],
	agent: string,
	listed: readonly ListedSession[],
): readonly SessionRow[] {
	const theirs = new Map(listed.map((session) => [session.sessionId, session]));
	const ours = new Set<string>();
	const merged = rows.map((row): SessionRow => {
		const session = row.agent === agent && row.sessionId !== null ? theirs.get(row.sessionId) : undefined;
		if (session === undefined) return row;
		ours.add(session.sessionId);
		const isOurs = row.titleFrom !== 'words' && row.titleFrom !== 'agent' && row.title !== '';
		const title = isOurs ? '' : titleOf(session);
		return {
			...row,
			...(title === '' ? {} : { title, titleFrom: 'agent' }),
			updatedAt: Math.max(row.updatedAt, session.updatedAt ?? 0),
			where: ['here', 'agent'],
		};
	});
	const added = [...theirs.values()].filter(({ sessionId }) => !ours.has(sessionId));
	return [...merged, ...added.map((session) => agentRow(agent, session))].sort(newestFirst);
}

export function newestFirst(one: SessionRow, other: SessionRow): number {
	return other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

export function agentRow(agent: string, session: ListedSession): SessionRow {
	const { sessionId, cwd, updatedAt, additionalDirectories } = session;
	return {
		id: sessionId,
		agent,
		sessionId,
		title: titleOf(session),
		titleFrom: 'agent',
		cwd,
		branch: null,
		createdAt: 0,
		updatedAt: updatedAt ?? 0,
		prompts: 0,
		state: 'idle',
		where: ['agent'],
		cost: null,
		lastWords: '',
		isReadOnly: false,
		bytes: 0,
		...(additionalDirectories.length === 0 ? {} : { additionalDirectories }),
	};
}

function titleOf({ title }: ListedSession): string {
	return clip(titleInPrompt((title ?? '').replace(/\s+/g, ' ').trim()), MOST_TITLE);
}
