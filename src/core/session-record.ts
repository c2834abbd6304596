import type { money } from './agent-schema.js';
import type { Read, Reader } from './schema.js';

/** `running`: open in a program. `interrupted`: its last turn was never ended, and no program has it open. */
type SessionRecordState = 'running' | 'idle' | 'interrupted';

type SessionPlace = 'here' | 'agent';

/** Texts are not sanitised. Times are ms since the epoch; JSON output writes them in ISO 8601. */
export type SessionRecord = {
	/** Ours: twelve characters a–z0–9. Of a session that only its agent knows, the agent's id. */
	readonly id: string;
	readonly agent: string;
	/** The agent's id (ACP `sessionId`); null where none was ever opened. */
	readonly sessionId: string | null;
	/** The user's, else the agent's, else the first words; empty for none. */
	readonly title: string;
	readonly cwd: string;
	readonly branch: string | null;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly prompts: number;
	readonly state: SessionRecordState;
	readonly where: readonly SessionPlace[];
	readonly cost: Read<typeof money> | null;
	readonly lastWords: string;
};

export type OpenRecord = {
	readonly id: string;
	/** Why nothing is written into it any more (a full disk, a newer format …), in a sentence; absent while it is. */
	readonly trouble?: string;
};

const RECORD_ID = /^[a-z0-9]{12}$/;

/** Whether a text has the form of a record's id: only such a text ever becomes part of a path, or of a command. */
export function isRecordId(text: string): boolean {
	return RECORD_ID.test(text);
}

export const recordId: Reader<string> = (value) => (typeof value === 'string' && isRecordId(value) ? value : undefined);
