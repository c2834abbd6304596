import type { AppEvent } from '../../core/event.js';
import { limits } from '../../core/limits.js';
import type { SessionState } from '../../core/session/state.js';
import { subagentOfCard } from '../../core/session/subagent-tree.js';
import { lost, type Subagent, settled } from '../../core/subagents/subagent.js';
import type { Store } from '../store.js';

export type CardLook = {
	readonly id: string;
	readonly title: string;
	readonly status: 'in_progress' | 'completed' | 'failed';
};

export type RecordsOptions = {
	readonly store: Pick<Store, 'getState' | 'dispatchAll'>;
	/** Ms since the epoch. */
	readonly now: () => number;
	/** Null: no card yet. */
	readonly lookOf: (subagent: Subagent) => CardLook | null;
};

/** Records of sub-agents. Changes are collected: many updates that come together make one event. */
export class SubagentRecords {
	readonly #options: RecordsOptions;
	/** Changed, and not yet in the state. */
	readonly #changed = new Map<string, Subagent>();
	readonly #looks = new Map<string, string>();
	readonly #byCard = new Map<string, string>();
	#count = 0;

	constructor(options: RecordsOptions) {
		this.#options = options;
	}

	get(id: string): Subagent | undefined {
		return this.#changed.get(id) ?? this.#state().subagents?.get(id);
	}

	ofCard(cardId: string): Subagent | undefined {
		const id = this.#byCard.get(cardId) ?? subagentOfCard(this.#state(), cardId)?.id;
		return id === undefined ? undefined : this.get(id);
	}

	now(): number {
		return this.#options.now();
	}

	*all(): Generator<Subagent> {
		const { subagents } = this.#state();
		for (const [id, subagent] of subagents ?? []) yield this.#changed.get(id) ?? subagent;
		for (const [id, subagent] of this.#changed) if (subagents?.has(id) !== true) yield subagent;
	}

	hasRoom(): boolean {
		const { subagents } = this.#state();
		let count = subagents?.size ?? 0;
		for (const id of this.#changed.keys()) if (subagents?.has(id) !== true) count += 1;
		return count < limits.subagents;
	}

	nextOrder(): number {
		this.#count = Math.max(this.#count, this.#state().subagents?.size ?? 0) + 1;
		return this.#count;
	}

	put(subagent: Subagent): Subagent {
		const at = this.#options.now();
		const before = this.get(subagent.id);
		const next = settled(subagent, at);
		if (before !== undefined && JSON.stringify(before) === JSON.stringify(next)) return before;
		const changed = { ...next, changedAt: at };
		this.#changed.set(subagent.id, changed);
		if (subagent.source === 'session') this.#byCard.set(subagent.cardId, subagent.id);
		return changed;
	}

	change(id: string, change: (subagent: Subagent) => Subagent): void {
		const before = this.get(id);
		if (before !== undefined) this.put(change(before));
	}

	/** Marks all as lost with their process. */
	loseAll(): void {
		const at = this.#options.now();
		for (const subagent of this.all()) {
			const gone = lost(subagent, at);
			if (JSON.stringify(gone) !== JSON.stringify(subagent)) this.#changed.set(subagent.id, gone);
		}
	}

	/** Forgets all for another session: the state has the old sub-agents. */
	forget(): void {
		this.#changed.clear();
		this.#looks.clear();
		this.#byCard.clear();
		this.#count = 0;
	}

	flush(): void {
		if (this.#changed.size === 0) return;
		const subagents = [...this.#changed.values()];
		this.#changed.clear();
		const cards = subagents.flatMap((subagent): readonly AppEvent[] => {
			const look = this.#options.lookOf(subagent);
			const key = JSON.stringify(look);
			if (look === null || this.#looks.get(subagent.id) === key) return [];
			this.#looks.set(subagent.id, key);
			return [{ type: 'tool', patch: look }];
		});
		this.#options.store.dispatchAll([...cards, { type: 'subagents-changed', subagents }]);
	}

	#state(): SessionState {
		return this.#options.store.getState();
	}
}
