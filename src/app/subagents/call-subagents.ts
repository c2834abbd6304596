import type { AppEvent } from '../../core/event.js';
import { isSubAgentActive } from '../../core/session/entries/child-steps.js';
import type { ToolEntry } from '../../core/session/entries/entry.js';
import { entryAt } from '../../core/session/entries/entry-list.js';
import { findCallIndex } from '../../core/session/entries/find-call.js';
import type { SessionState } from '../../core/session/state.js';
import { isCardOfChild } from '../../core/subagents/card-id.js';
import { described, isAbove, newSubagent, titled } from '../../core/subagents/patch.js';
import type { Subagent, SubagentState } from '../../core/subagents/subagent.js';
import type { SubagentRecords } from './records.js';

/** How far up from a call its sub-agents are brought up to date. */
const MOST_LEVELS = 100;

/**
 * Follows the older form of sub-agents, in which they are tool calls with other calls below them, and counts the calls
 * of sub-agents of both forms.
 */
export class CallSubagents {
	readonly #records: SubagentRecords;
	readonly #getState: () => SessionState;
	#nextEntry = 0;
	#hasTurn = false;

	constructor(records: SubagentRecords, getState: () => SessionState) {
		this.#records = records;
		this.#getState = getState;
	}

	/** An event was folded into the state. */
	see(event: AppEvent): void {
		const state = this.#getState();
		const isNew = state.nextEntry > this.#nextEntry;
		const isTurnOver = this.#hasTurn && state.turn === null;
		this.#nextEntry = state.nextEntry;
		this.#hasTurn = state.turn !== null;
		if (event.type === 'tool') this.#seeCall(event.patch, isNew);
		else if ((event.type === 'text' || event.type === 'block') && event.parentId !== undefined) {
			this.#follow(event.parentId);
		}
		if (isTurnOver) for (const { id, source } of this.#records.all()) if (source === 'toolCall') this.#refresh(id);
	}

	#seeCall(
		{ id, parentId, isDelegation }: { id: string; parentId?: string; isDelegation?: true },
		isNew: boolean,
	): void {
		if (parentId !== undefined && parentId !== id) {
			this.#follow(parentId);
			// A card of a child session is no call of a tool.
			if (isNew && !isCardOfChild(id)) this.#count(parentId);
		}
		if (isDelegation === true || this.#records.get(id)?.source === 'toolCall') this.#follow(id);
	}

	/** What a call with something below it, or that starts a sub-agent, is. */
	#follow(callId: string): void {
		if (this.#childOf(callId) !== undefined) return;
		if (this.#records.get(callId) === undefined) {
			if (!this.#records.hasRoom()) return;
			const known = { id: callId, source: 'toolCall' as const, sessionId: null, isAnnounced: true, title: callId };
			this.#records.put(newSubagent({ ...known, order: this.#records.nextOrder() }, this.#records.now()));
		}
		this.#refresh(callId);
	}

	/** Works out anew what a call says of the sub-agent that it is, and of those above it. */
	#refresh(callId: string): void {
		let id: string | null = callId;
		for (let level = 0; id !== null && level < MOST_LEVELS; level += 1) {
			const subagent: Subagent | undefined = this.#records.get(id);
			if (subagent?.source !== 'toolCall') return;
			const entry = this.#entryOf(id);
			if (entry === undefined) return;
			const parentId: string | null = subagent.parentId ?? this.#parentOf(entry, id);
			const { title, startedAt, result } = entry.call;
			this.#records.put({
				...subagent,
				parentId,
				title: titled(title) || subagent.title,
				startedAt,
				reported: stateOf(entry),
				...(result?.prompt === undefined ? {} : { description: described(result.prompt) }),
			});
			id = parentId;
		}
	}

	/** The sub-agent that made this call; it becomes one by that. */
	#parentOf({ call }: ToolEntry, id: string): string | null {
		const { parentId } = call;
		if (parentId === undefined || parentId === id) return null;
		const child = this.#childOf(parentId);
		if (child !== undefined) return child.id;
		if (this.#records.get(parentId) === undefined) this.#follow(parentId);
		// A circle has no top: the one that came first is it.
		return this.#records.get(parentId) === undefined || isAbove((one) => this.#records.get(one), id, parentId)
			? null
			: parentId;
	}

	#count(parentId: string): void {
		const owner = this.#childOf(parentId)?.id ?? (this.#records.get(parentId) === undefined ? null : parentId);
		if (owner !== null) this.#records.change(owner, (known) => ({ ...known, toolCalls: known.toolCalls + 1 }));
	}

	/** The child session whose card this is, or to which the call belongs without a sub-agent in between. */
	#childOf(callId: string): Subagent | undefined {
		return isCardOfChild(callId) ? this.#records.ofCard(callId) : undefined;
	}

	#entryOf(callId: string): ToolEntry | undefined {
		const state = this.#getState();
		const entry = entryAt(state.entries, findCallIndex(state, callId));
		return entry?.kind === 'tool' ? entry : undefined;
	}
}

/** A call that returned may have left its sub-agent at work. */
function stateOf(entry: ToolEntry): SubagentState {
	if (isSubAgentActive(entry)) return { state: 'running' };
	const { status } = entry.call;
	if (status === 'failed') return { state: 'idle', stopReason: 'error' };
	return { state: 'idle', stopReason: status === 'cancelled' ? 'cancelled' : 'end_turn' };
}
