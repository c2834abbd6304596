import type { AgentFacts, AgentFactsPort } from '../core/agents/facts.js';
import type { AppEvent } from '../core/event.js';
import { Serial } from '../core/serial.js';
import { factsShown, type ShownFacts } from '../core/session/agents/learn-facts.js';
import type { SessionState } from '../core/session/state.js';

export class FactsKeeper {
	readonly #port: AgentFactsPort | undefined;
	readonly #now: () => number;
	#kept: AgentFacts | null = null;
	readonly #serial = new Serial();

	constructor(port: AgentFactsPort | undefined, now: () => number) {
		this.#port = port;
		this.#now = now;
	}

	learn(state: SessionState, event: AppEvent): void {
		const shown = factsShown(state, event);
		const port = this.#port;
		if (shown === null || port === undefined) return;
		this.#serial
			.run(() => this.#keep(shown, port))
			.catch(() => {
				// Learned again at the next start.
			});
	}

	settled(): Promise<void> {
		return this.#serial.settled();
	}

	async #keep(shown: ShownFacts, port: AgentFactsPort): Promise<void> {
		const before = isOf(this.#kept, shown) ? this.#kept : await findKept(shown, port);
		const signedIn = shown.signedIn ?? before?.signedIn ?? null;
		const isSame =
			isOf(before, shown) && before?.signedIn === signedIn && `${before.abilities}` === `${shown.abilities}`;
		// The sign-in state is saved even if unchanged: others compare with what is on the disk.
		const isNews = shown.signedIn !== null && !isOf(this.#kept, shown);
		this.#kept = before;
		if (isSame && !isNews) return;
		const at = shown.signedIn === null && before !== null ? before.at : this.#now();
		this.#kept = { ...shown, signedIn, at };
		await port.save(this.#kept);
	}
}

async function findKept(shown: ShownFacts, port: AgentFactsPort): Promise<AgentFacts | null> {
	const all = await port.load();
	// Another version has the same account.
	return all.find((each) => isOf(each, shown)) ?? all.find(({ launch }) => launch === shown.launch) ?? null;
}

function isOf(kept: AgentFacts | null, { launch, name, version }: ShownFacts): boolean {
	return kept !== null && kept.launch === launch && kept.name === name && kept.version === version;
}
