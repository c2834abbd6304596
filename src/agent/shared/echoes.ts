import type { AgentEvent } from '../../core/agent-event.js';

/** An echo comes so soon before or after what it repeats, in ms. */
const PATIENCE = 2000;
const MOST_HELD = 1000;

type Held = { readonly sessionId: string; readonly events: readonly AgentEvent[]; readonly key: string };

/**
 * Keeps what an agent says for a session in which nothing runs, while something does in another one: some send what
 * belongs to that one under both ids (Droid). What comes there word for word as well is left out here; the rest goes on
 * after a moment.
 */
export class Echoes {
	readonly #deliver: (sessionId: string, events: readonly AgentEvent[]) => void;
	#held: Held[] = [];

	constructor(deliver: (sessionId: string, events: readonly AgentEvent[]) => void) {
		this.#deliver = deliver;
	}

	/** True when it waits. What comes behind something that waits does so, too. */
	hold(sessionId: string, events: readonly AgentEvent[]): boolean {
		const isBehind = this.#held.some((each) => each.sessionId === sessionId);
		if ((!isBehind && !events.some(isSaid)) || this.#held.length >= MOST_HELD) return false;
		const held = { sessionId, events, key: JSON.stringify(events) };
		this.#held.push(held);
		setTimeout(() => this.#held.includes(held) && this.release(sessionId), PATIENCE).unref();
		return true;
	}

	/** It was said where something runs. */
	heard(events: readonly AgentEvent[]): void {
		if (this.#held.length === 0) return;
		const key = JSON.stringify(events);
		const at = this.#held.findIndex((held) => held.key === key && held.events.some(isSaid));
		if (at >= 0) this.#held.splice(at, 1);
	}

	/** What waits of a session goes to it; absent: of all. */
	release(sessionId?: string): void {
		const isMeant = (held: Held): boolean => sessionId === undefined || held.sessionId === sessionId;
		const ready = this.#held.filter(isMeant);
		this.#held = this.#held.filter((held) => !isMeant(held));
		for (const { sessionId: id, events } of ready) this.#deliver(id, events);
	}
}

function isSaid({ type }: AgentEvent): boolean {
	return type === 'text' || type === 'block' || type === 'tool' || type === 'agent-mode' || type === 'config-options';
}
