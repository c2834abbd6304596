import type { AgentEvent } from '../../core/agent-event.js';

/** Milliseconds between an echo and its original. */
const PATIENCE = 2000;
const MOST_HELD = 1000;

type Held = { readonly sessionId: string; readonly events: readonly AgentEvent[]; readonly key: string };

/** Holds back events of an idle session while another works: some agents (Droid) send them under both ids. */
export class Echoes {
	readonly #deliver: (sessionId: string, events: readonly AgentEvent[]) => void;
	#held: Held[] = [];

	constructor(deliver: (sessionId: string, events: readonly AgentEvent[]) => void) {
		this.#deliver = deliver;
	}

	/** True when the events are held; later ones of the same session queue behind them. */
	hold(sessionId: string, events: readonly AgentEvent[]): boolean {
		const isBehind = this.#held.some((each) => each.sessionId === sessionId);
		if ((!isBehind && !events.some(isSaid)) || this.#held.length >= MOST_HELD) return false;
		const held = { sessionId, events, key: JSON.stringify(events) };
		this.#held.push(held);
		setTimeout(() => this.#held.includes(held) && this.release(sessionId), PATIENCE).unref();
		return true;
	}

	/** Drops the held copy of events that were delivered to a working session. */
	heard(events: readonly AgentEvent[]): void {
		if (this.#held.length === 0) return;
		const key = JSON.stringify(events);
		const at = this.#held.findIndex((held) => held.key === key && held.events.some(isSaid));
		if (at >= 0) this.#held.splice(at, 1);
	}

	/** Delivers the held events of one session; absent: of all. */
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
