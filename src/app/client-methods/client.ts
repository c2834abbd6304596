import { type Failure, fail } from '../../core/failure.js';
import type { Rule } from '../../core/policy/types.js';
import type { Ports } from '../../core/ports.js';
import { findCall } from '../../core/session/entries/entry-list.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { isOpenCall } from '../../core/tool-call.js';
import type { Allowances } from '../changes/allowances.js';
import type { ClientWrites } from '../changes/client-writes.js';
import type { PartialChanges } from '../changes/partial-changes.js';
import type { Grants } from '../grants.js';
import type { Hooks } from '../hooks/hooks.js';
import type { WrittenPaths } from '../hooks/watch.js';
import type { OtherSessions } from '../other-sessions.js';
import type { Questions } from '../questions.js';
import type { ReadCard } from '../read-card.js';
import type { Store } from '../store.js';

export type Client = {
	readonly store: Store;
	readonly ports: Ports;
	readonly sessions: OtherSessions;
	readonly questions: Questions;
	readonly grants: Grants;
	readonly allowances: Allowances;
	readonly clientWrites: ClientWrites;
	readonly parts: PartialChanges;
	readonly reads: ReadCard;
	readonly hooks: Hooks;
	/** Real paths written here, whose `afterEdit` hooks ran. */
	readonly written: WrittenPaths;
	readonly isHeadless: boolean;
	rules(): readonly Rule[];
	addRule(rule: Rule): void;
};

const MOST_NAME = 60;

export function agentName({ store }: Client): string {
	const { agent, profile } = store.getState();
	return clip(sanitizeLine(agent?.title ?? profile.launch.name), MOST_NAME);
}

/** Fails for a request of a session that was left, or while there is none; null for all others. */
export function refuseForeignSession(
	client: Client,
	sessionId: string,
): { readonly ok: false; readonly failure: Failure } | null {
	if (client.sessions.isServed(sessionId)) return null;
	return fail('denied', 'This session is not the open one; nothing was changed.');
}

/** Workspace path with links resolved, as in inspected paths. */
export async function realWorkspace(client: Client): Promise<string> {
	const { cwd } = client.store.getState();
	return (await client.ports.files.inspect(cwd)).real ?? cwd;
}

/** Predicate: the tool call is still under way. */
export function openCalls(client: Client): (toolCallId: string) => boolean {
	return (toolCallId) => {
		const call = findCall(client.store.getState(), toolCallId);
		return call !== null && isOpenCall(call);
	};
}
