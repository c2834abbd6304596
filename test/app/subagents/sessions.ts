import { OtherSessions } from '../../../src/app/other-sessions.js';
import { createStore, type Store } from '../../../src/app/store.js';
import { createUpdates } from '../../../src/app/updates.js';
import type { AgentEvent } from '../../../src/core/agent-event.js';
import type { AppEvent } from '../../../src/core/event.js';
import { depthOf, parentIdOf } from '../../../src/core/session/entries/entry-depth.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { type SubagentNode, subagentTree } from '../../../src/core/session/subagent-tree.js';
import { isCardOfChild } from '../../../src/core/subagents/card-id.js';
import type { SubagentPatch } from '../../../src/core/subagents/subagent.js';
import { prompt, ready } from '../../core/session/play.js';

/** The open session and its children on a store: what the agent says goes in, time is the test's. */
export type Sessions = {
	readonly store: Store;
	readonly others: OtherSessions;
	/** The id of the open session. */
	readonly main: string;
	readonly events: readonly AppEvent[];
	say(sessionId: string, ...events: AgentEvent[]): void;
	state(): SessionState;
	pass(milliseconds: number): void;
};

/** A session in which a turn runs. */
export function working(): Sessions {
	let now = 1000;
	const clock = { now: () => now, after: () => () => {} };
	const store = createStore(ready().state, clock, () => {});
	const events: AppEvent[] = [];
	store.onEvent((event) => events.push(event));
	const others = new OtherSessions(store, clock);
	const updates = createUpdates(store, { log: { write: () => {} }, clock }, others);
	const main = store.getState().sessionId ?? '';
	others.opened(main);
	store.dispatch(prompt('go'));
	return {
		store,
		others,
		main,
		events,
		say: (sessionId, ...said) => updates.receive(sessionId, said),
		state: store.getState,
		pass(milliseconds) {
			now += milliseconds;
		},
	};
}

export const text = (words: string): AgentEvent => ({ type: 'text', role: 'agent', text: words });

export const call = (id: string, status: 'in_progress' | 'completed' = 'completed'): AgentEvent => ({
	type: 'tool',
	patch: { id, title: id, kind: 'read', status },
});

export const announce = (sessionId: string, patch: SubagentPatch = {}): AgentEvent => ({
	type: 'subagent',
	sessionId,
	patch,
});

/** The tree as lines: how deep, who, how it stands, how many calls. */
export function treeOf({ subagents }: SessionState): readonly string[] {
	const lines: string[] = [];
	const add = ({ subagent, depth, children }: SubagentNode): void => {
		const { title, status, toolCalls } = subagent;
		lines.push(`${'> '.repeat(depth)}${title} ${status} ${toolCalls}`);
		children.forEach(add);
	};
	subagentTree({ subagents }).forEach(add);
	return lines;
}

/** What stands below the card of each child session, by the agent's ids: its words as one text, then its calls. */
export function transcripts(state: SessionState): Readonly<Record<string, readonly string[]>> {
	const all = [...eachEntry(state.entries)];
	const found: Record<string, readonly string[]> = {};
	for (const { cardId, sessionId, title } of state.subagents?.values() ?? []) {
		const own = all.filter((entry) => parentIdOf(entry) === cardId);
		const words = own.flatMap((entry) => (entry.kind === 'message' ? entry.text : [])).join('');
		const calls = own.flatMap((entry) =>
			entry.kind === 'tool' && !isCardOfChild(entry.call.id) ? `${entry.call.title} ${entry.call.status}` : [],
		);
		// Everything of it is below its card, at whatever depth that is.
		const strays = own.filter((entry) => depthOf(entry) === 0).length;
		found[sessionId ?? title] = [words, ...calls, `strays ${strays}`];
	}
	return found;
}
