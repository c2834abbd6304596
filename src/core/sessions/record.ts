/** What a session cost so far, as its agent said. */
export type SessionCost = { readonly amount: number; readonly currency: string };

/** `running`: a program has it open. `interrupted`: its last turn was never ended, and nobody has it open. */
type SessionRecordState = 'running' | 'idle' | 'interrupted';

/** Where a session is known: in this program's state folder, in the agent's own list, or both. */
type SessionPlace = 'here' | 'agent';

/**
 * A row of the list of sessions. Texts are as they were written: whoever shows them sanitises them. Times are
 * milliseconds since the epoch; JSON output writes them in ISO 8601.
 */
export type SessionRecord = {
	/** Ours: twelve characters a–z0–9. Of a session that only its agent knows, the agent's id. */
	readonly id: string;
	/** The name by which the agent was chosen (`launch.name`). */
	readonly agent: string;
	/** The agent's id (ACP `sessionId`); null where none was ever opened. */
	readonly sessionId: string | null;
	/** The person's, else the agent's, else the first words; empty where there are none. */
	readonly title: string;
	/** The real folder it works in. */
	readonly cwd: string;
	readonly branch: string | null;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** How many prompts the person sent. */
	readonly prompts: number;
	readonly state: SessionRecordState;
	readonly where: readonly SessionPlace[];
	readonly cost: SessionCost | null;
	/** The end of what was said last, by whomever; empty where nothing was. */
	readonly lastWords: string;
};

/** The record that a running session is kept in. */
export type OpenRecord = {
	readonly id: string;
	/** Why nothing is written into it any more (a full disk, a newer format …), in a sentence; absent while it is. */
	readonly trouble?: string;
};

/** The characters of a record's id. */
const RECORD_ID = /^[a-z0-9]{12}$/;

/** Whether a text has the form of a record's id: only such a text ever becomes part of a path. */
export function isRecordId(text: string): boolean {
	return RECORD_ID.test(text);
}
