import { randomUUID } from 'node:crypto';
import type { ClientCapabilities } from '@agentclientprotocol/sdk/unstable';
import type { Steered } from './demo-steering.js';

/** The demo agent's own modes; their ids are those that clients know best. */
export type ModeId = 'default' | 'acceptEdits' | 'plan';

type ModelId = 'demo-small' | 'demo-large';
type ThoughtLevel = 'low' | 'medium' | 'high';

/** Abilities that a user can switch off in acp-tui, the only client of this agent. */
export type ClientAbilities = {
	readonly readFiles: boolean;
	readonly writeFiles: boolean;
	readonly terminals: boolean;
};

/** One conversation. It owns its running turn; everything else is what the user chose or allowed. */
export type Session = {
	readonly id: string;
	readonly cwd: string;
	readonly can: ClientAbilities;
	mode: ModeId;
	model: ModelId;
	thoughts: ThoughtLevel;
	isNarrating: boolean;
	/** Prompts that arrived during the running turn; null while there is none. */
	steered: Steered | null;
	/** Sub-agents that work, by the ids of their sessions. */
	readonly children: Map<string, AbortController>;
	turn: AbortController | null;
	isTitled: boolean;
	areEditsAllowed: boolean;
	readonly allowedCommands: Set<string>;
	/** The steps of a plan that waits for approval; null when there is none. */
	draftPlan: readonly string[] | null;
	/** Tokens in the context and US dollars spent, both estimated from the characters that went over the wire. */
	used: number;
	cost: number;
	/** Distinguishes ids of a resumed session from those that its client has already; empty for a new one. */
	readonly idMark: string;
	nextId: number;
};

/** Reads the client's capabilities; what is not said is taken as missing. */
export function abilitiesOf(capabilities: ClientCapabilities | undefined): ClientAbilities {
	return {
		readFiles: capabilities?.fs?.readTextFile === true,
		writeFiles: capabilities?.fs?.writeTextFile === true,
		terminals: capabilities?.terminal === true,
	};
}

/** The id of a new session: `demo-` and eight hexadecimal digits. */
export function newSessionId(): string {
	return `demo-${randomUUID().slice(0, 8)}`;
}

export function createSession(cwd: string, can: ClientAbilities): Session {
	return {
		id: newSessionId(),
		cwd,
		can,
		mode: 'default',
		model: 'demo-small',
		thoughts: 'medium',
		children: new Map(),
		isNarrating: true,
		steered: null,
		turn: null,
		isTitled: false,
		areEditsAllowed: false,
		allowedCommands: new Set(),
		draftPlan: null,
		used: 2_400,
		cost: 0,
		idMark: '',
		nextId: 1,
	};
}

/**
 * A session that began in another process, or in another session when it is a fork. Nothing is remembered of it: its
 * settings are those of a fresh one. Null where the id is none that a demo agent gives.
 */
export function reopenSession(id: string, cwd: string, can: ClientAbilities): Session | null {
	if (!/^demo-[0-9a-f]{8}$/.test(id)) return null;
	// The client has a title already, and tool calls whose ids must not come again.
	return { ...createSession(cwd, can), id, isTitled: true, idMark: `${randomUUID().slice(0, 8)}-` };
}

/** An id that is unique within the session, such as `call-7`. */
export function nextId(session: Session, prefix: string): string {
	const id = `${prefix}-${session.idMark}${session.nextId}`;
	session.nextId += 1;
	return id;
}
