import type { AppEvent } from '../../core/event.js';
import { isSubAgentActive } from '../../core/session/entries/child-steps.js';
import type { ToolEntry } from '../../core/session/entries/entry.js';
import { entryAt, findCallIndex } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { isCardOfChild } from '../../core/subagents/card-id.js';
import type { Subagent, SubagentState } from '../../core/subagents/subagent.js';
import { described, isAbove, newSubagent, titled } from '../../core/subagents/subagent-patch.js';
import type { SubagentRecords } from './subagent-records.js';

const MOST_LEVELS = 100;

/** Tracks the older form of sub-agents, tool calls with other calls below them, and counts the calls of both forms. */
export class CallSubagents {
	readonly #records: SubagentRecords;
	readonly #getState: () => SessionState;
	#nextEntry = 0;
	#hasTurn = false;

	constructor(records: SubagentRecords, getState: () => SessionState) {
		this.#records = records;
		this.#getState = getState;
	}

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
			// A child session's card is no tool call.
			if (isNew && !isCardOfChild(id)) this.#count(parentId);
		}
		if (isDelegation === true || this.#records.get(id)?.source === 'toolCall') this.#follow(id);
	}

	#follow(callId: string): void {
		if (this.#childOf(callId) !== undefined) return;
		if (this.#records.get(callId) === undefined) {
			if (!this.#records.hasRoom()) return;
			const known = { id: callId, source: 'toolCall' as const, sessionId: null, isAnnounced: true, title: callId };
			this.#records.put(newSubagent({ ...known, order: this.#records.nextOrder() }, this.#records.now()));
		}
		this.#refresh(callId);
	}

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

	#parentOf({ call }: ToolEntry, id: string): string | null {
		const { parentId } = call;
		if (parentId === undefined || parentId === id) return null;
		const child = this.#childOf(parentId);
		if (child !== undefined) return child.id;
		if (this.#records.get(parentId) === undefined) this.#follow(parentId);
		// In a cycle the first one is the top.
		return this.#records.get(parentId) === undefined || isAbove((one) => this.#records.get(one), id, parentId)
			? null
			: parentId;
	}

	#count(parentId: string): void {
		const owner = this.#childOf(parentId)?.id ?? (this.#records.get(parentId) === undefined ? null : parentId);
		if (owner !== null) this.#records.change(owner, (known) => ({ ...known, toolCalls: known.toolCalls + 1 }));
	}

	#childOf(callId: string): Subagent | undefined {
		return isCardOfChild(callId) ? this.#records.ofCard(callId) : undefined;
	}

	#entryOf(callId: string): ToolEntry | undefined {
		const state = this.#getState();
		const entry = entryAt(state.entries, findCallIndex(state, callId));
		return entry?.kind === 'tool' ? entry : undefined;
	}
}

/** A returned call may have left its sub-agent at work. */
function stateOf(entry: ToolEntry): SubagentState {
	if (isSubAgentActive(entry)) return { state: 'running' };
	const { status } = entry.call;
	if (status === 'failed') return { state: 'idle', stopReason: 'error' };
	return { state: 'idle', stopReason: status === 'cancelled' ? 'cancelled' : 'end_turn' };
}
