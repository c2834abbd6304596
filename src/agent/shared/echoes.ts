import type { AgentEvent } from '../../core/agent-event.js';

/** Milliseconds between an echo and its original. */
const PATIENCE = 2000;
const MOST_HELD = 1000;
const MOST_DELIVERED = 50;

type Held = { readonly sessionId: string; readonly events: readonly AgentEvent[]; readonly key: string };

/** Holds back events of an idle session while another works: some agents (Droid) send them under both ids. */
export class Echoes {
	readonly #deliver: (sessionId: string, events: readonly AgentEvent[]) => void;
	#held: Held[] = [];
	/** Originals that came before their echo, and when. */
	#delivered: { readonly sessionId: string; readonly key: string; readonly at: number }[] = [];

	constructor(deliver: (sessionId: string, events: readonly AgentEvent[]) => void) {
		this.#deliver = deliver;
	}

	/** True when the events are held, or an echo that is dropped; later ones of the same session queue behind them. */
	hold(sessionId: string, events: readonly AgentEvent[]): boolean {
		const key = JSON.stringify(events);
		const echoed = this.#delivered.findIndex(
			(each) => each.key === key && each.sessionId !== sessionId && Date.now() - each.at < PATIENCE,
		);
		if (echoed >= 0) {
			this.#delivered.splice(echoed, 1);
			return true;
		}
		const isBehind = this.#held.some((each) => each.sessionId === sessionId);
		if ((!isBehind && !events.some(isSaid)) || this.#held.length >= MOST_HELD) return false;
		const held = { sessionId, events, key };
		this.#held.push(held);
		setTimeout(() => this.#held.includes(held) && this.release(sessionId), PATIENCE).unref();
		return true;
	}

	/** Drops the copy of events that were delivered to a working session, held or still to come. */
	delivered(sessionId: string, events: readonly AgentEvent[]): void {
		if (!events.some(isSaid)) return;
		const key = JSON.stringify(events);
		const at = this.#held.findIndex((held) => held.key === key);
		if (at >= 0) this.#held.splice(at, 1);
		else this.#delivered = [...this.#delivered.slice(1 - MOST_DELIVERED), { sessionId, key, at: Date.now() }];
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
