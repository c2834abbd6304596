import type { SessionHit, SessionRow } from '../../../core/sessions/session-index.js';

/** JSON as it is printed: what a terminal takes as an order or hides is escaped, which means the same. */
export function jsonText(value: unknown): string {
	return `${JSON.stringify(value, null, 2).replace(UNSEEN, escaped)}\n`;
}

const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

function escaped(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A row as `--json` prints it. Times are ISO 8601; what only the agent could know is null. */
export function rowJson(row: SessionRow): Readonly<Record<string, unknown>> {
	const { id, agent, sessionId, title, cwd, branch, state, where, cost, lastWords, isReadOnly } = row;
	const isHere = where.includes('here');
	return {
		id,
		agent,
		sessionId,
		title,
		cwd,
		branch,
		createdAt: isHere ? isoTime(row.createdAt) : null,
		updatedAt: isoTime(row.updatedAt),
		prompts: isHere ? row.prompts : null,
		state,
		where,
		cost,
		lastWords,
		readOnly: isReadOnly,
		bytes: row.bytes,
	};
}

/** A hit of a search: the row, and the words around the place. */
export function hitJson(hit: SessionHit): Readonly<Record<string, unknown>> {
	return { ...rowJson(hit), excerpt: hit.excerpt };
}

/** The latest time that a date can have. */
const LAST_TIME = 8.64e15;

function isoTime(at: number): string | null {
	return at > 0 && at <= LAST_TIME ? new Date(at).toISOString() : null;
}
