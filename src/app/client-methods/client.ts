import { type Failure, fail } from '../../core/failure.js';
import type { Rule } from '../../core/policy/types.js';
import type { Ports } from '../../core/ports.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { isOpenCall } from '../../core/tool-call.js';
import type { Allowances } from '../changes/allowances.js';
import type { ClientWrites } from '../changes/client-writes.js';
import { findCall } from '../find-call.js';
import type { Grants } from '../grants.js';
import type { OtherSessions } from '../other-sessions.js';
import type { Questions } from '../questions.js';
import type { ReadCard } from '../read-card.js';
import type { Store } from '../store.js';

/** What the handlers of the client methods share. */
export type Client = {
	readonly store: Store;
	readonly ports: Ports;
	/** The open session, and others of the agent that belong to it. */
	readonly sessions: OtherSessions;
	readonly questions: Questions;
	readonly grants: Grants;
	/** What was let through in this turn. */
	readonly allowances: Allowances;
	/** What the client wrote in this turn. */
	readonly clientWrites: ClientWrites;
	/** What is read without a word of the agent. */
	readonly reads: ReadCard;
	/** Nobody is there to be asked: what would be asked is denied. */
	readonly isHeadless: boolean;
	rules(): readonly Rule[];
	addRule(rule: Rule): void;
};

/** Characters of an agent's name. */
const MOST_NAME = 60;

/** The agent as users know it. */
export function agentName({ store }: Client): string {
	const { agent, profile } = store.getState();
	return clip(sanitizeLine(agent?.title ?? profile.launch.name), MOST_NAME);
}

/** The failure for a request of a session that was left, or while there is none; null for all others. */
export function refuseForeignSession(
	client: Client,
	sessionId: string,
): { readonly ok: false; readonly failure: Failure } | null {
	if (client.sessions.isServed(sessionId)) return null;
	return fail('denied', 'This session is not the open one; nothing was changed.');
}

/** The workspace with its links resolved, as paths that were inspected are. */
export async function realWorkspace(client: Client): Promise<string> {
	const { cwd } = client.store.getState();
	return (await client.ports.files.inspect(cwd)).real ?? cwd;
}

/** Tells by its id whether a tool call is still under way. */
export function openCalls(client: Client): (toolCallId: string) => boolean {
	return (toolCallId) => {
		const call = findCall(client.store.getState(), toolCallId);
		return call !== null && isOpenCall(call);
	};
}
