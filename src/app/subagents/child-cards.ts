import type { AgentEvent } from '../../core/agent-event.js';
import { limits } from '../../core/limits.js';
import { findCallIndex } from '../../core/session/entries/entry-list.js';
import { modelOption } from '../../core/session/options/model-option.js';
import type { SessionState } from '../../core/session/state.js';
import { cardIdOf } from '../../core/subagents/card-id.js';
import { isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { newSubagent, sessionName, titled, withTitle } from '../../core/subagents/subagent-patch.js';
import { otherSession } from '../app-messages.js';
import type { CardSpace } from './nested-output.js';
import { type CardLook, type RecordsOptions, SubagentRecords } from './subagent-records.js';

const MOST_STRAYS = 100;

export type Child = {
	readonly sessionId: string;
	readonly recordId: string;
	card: CardSpace;
	isShown: boolean;
	/** Card of an earlier agent: later updates may need another. */
	isOlder: boolean;
	/** Heard of before its parent session was open. */
	isEarly: boolean;
};

export class ChildCards {
	readonly records: SubagentRecords;
	readonly #getState: () => SessionState;
	readonly #children = new Map<string, Child>();
	#further: (CardSpace & { isShown: boolean }) | null = null;
	#count = 0;
	#strays = 0;

	constructor({ store, now }: Omit<RecordsOptions, 'lookOf'>) {
		this.records = new SubagentRecords({ store, now, lookOf: (subagent) => this.#shownLook(subagent) });
		this.#getState = store.getState;
	}

	get(sessionId: string): Child | undefined {
		return this.#children.get(sessionId);
	}

	/** Finds or creates a child; null when there is no room. */
	of(sessionId: string, isAnnounced: boolean): Child | null {
		const known = this.#children.get(sessionId);
		if (known !== undefined) return known;
		const record = this.#recordOf(sessionId, isAnnounced);
		if (record === null) return null;
		const child: Child = {
			sessionId,
			recordId: record.id,
			card: { cardId: record.cardId, name: record.title, calls: new Set() },
			isShown: false,
			isOlder: this.#getState().subagents?.has(record.id) === true,
			isEarly: this.#getState().sessionId === null,
		};
		this.#children.set(sessionId, child);
		return child;
	}

	/**
	 * For another open session: keeps only children that were announced meanwhile. Returns the sessions that were left.
	 */
	leave(isSame: boolean): readonly string[] {
		const left: string[] = [];
		for (const [id, child] of this.#children) {
			if (!isSame && !child.isEarly) {
				left.push(id);
				this.#children.delete(id);
			}
			child.isOlder ||= child.isShown;
			child.isEarly = false;
			child.isShown = false;
		}
		this.#further = null;
		this.#strays = 0;
		return left;
	}

	/** Creates the child's card, or moves it (`isPlaced`). */
	show(child: Child, isPlaced = false): readonly AgentEvent[] {
		if (child.isShown && !isPlaced) return [];
		const events: AgentEvent[] = [];
		let parentId: string | undefined;
		// Top down: an ancestor's card comes first.
		for (const each of this.#lineage(child)) {
			if (!each.isShown || (each === child && isPlaced)) events.push(this.#cardOf(each, parentId));
			each.isShown = true;
			parentId = each.card.cardId;
		}
		return events;
	}

	further(): CardSpace {
		this.#further ??= {
			cardId: this.#newCardId(),
			name: 'further sessions of the agent',
			calls: new Set(),
			isShown: false,
		};
		return this.#further;
	}

	showFurther(): readonly AgentEvent[] {
		const { cardId: id, name: title } = this.further();
		if (this.#further?.isShown !== false) return [];
		this.#further.isShown = true;
		return [{ type: 'tool', patch: { id, title, kind: 'other', status: 'completed' } }];
	}

	#recordOf(sessionId: string, isAnnounced: boolean): Subagent | null {
		// A child of a resumed session.
		for (const each of this.#getState().subagents?.values() ?? []) if (each.sessionId === sessionId) return each;
		if (sessionId.length > limits.idChars || !this.records.hasRoom()) return null;
		if (!isAnnounced) {
			if (this.#strays >= MOST_STRAYS) return null;
			this.#strays += 1;
		}
		const known = { id: this.#newCardId(), source: 'session' as const, sessionId, order: this.records.nextOrder() };
		return this.records.put(
			newSubagent({ ...known, isAnnounced: false, title: sessionName(sessionId) }, this.records.now()),
		);
	}

	#newCardId(): string {
		let id = '';
		do {
			this.#count += 1;
			id = cardIdOf(this.#count);
		} while (this.records.get(id) !== undefined || this.records.ofCard(id) !== undefined);
		return id;
	}

	#cardOf(child: Child, parentId: string | undefined): AgentEvent {
		const record = this.records.get(child.recordId);
		// A restarted agent's transcript begins below the old cards.
		if (record !== undefined && child.isOlder && findCallIndex(this.#getState(), child.card.cardId) < 0) {
			child.card = { ...child.card, cardId: this.#newCardId(), calls: new Set() };
			this.records.put({ ...record, cardId: child.card.cardId });
		}
		child.isOlder = false;
		const now = this.records.get(child.recordId);
		const { title = child.card.name, status = 'completed' } = (now === undefined ? null : lookOf(now)) ?? {};
		const patch = { id: child.card.cardId, title, kind: 'other' as const, status };
		return { type: 'tool', patch: parentId === undefined ? patch : { ...patch, parentId } };
	}

	#shownLook(subagent: Subagent): CardLook | null {
		const child = this.#children.get(subagent.sessionId ?? '');
		return child?.isShown === true ? lookOf(subagent) : null;
	}

	#lineage(child: Child): readonly Child[] {
		const lineage: Child[] = [];
		const seen = new Set<string>();
		let record = this.records.get(child.recordId);
		while (record !== undefined && !seen.has(record.id)) {
			seen.add(record.id);
			const each = this.#children.get(record.sessionId ?? '');
			if (each !== undefined) lineage.push(each);
			record = record.parentId === null ? undefined : this.records.get(record.parentId);
		}
		return lineage.reverse();
	}
}

/** A session that never reports its state looks done. */
function lookOf(subagent: Subagent): CardLook | null {
	if (subagent.source !== 'session') return null;
	const { cardId: id, title, isAnnounced, status } = subagent;
	return {
		id,
		title: isAnnounced ? title : otherSession(title),
		status: isAtWork(subagent) ? 'in_progress' : status === 'failed' ? 'failed' : 'completed',
	};
}

const MOST_STEPS = 100;

/** Applies a child session's own properties; false for events that are to be shown. */
export function applyToChild(records: SubagentRecords, child: Child, event: AgentEvent): boolean {
	switch (event.type) {
		case 'session-info': {
			if (typeof event.title !== 'string' || event.title === '') return true;
			const ownTitle = titled(event.title);
			records.change(child.recordId, (known) => withTitle({ ...known, ownTitle }));
			child.card = { ...child.card, name: records.get(child.recordId)?.title ?? ownTitle };
			return true;
		}
		case 'usage':
			records.change(child.recordId, (known) => ({ ...known, context: event.usage }));
			return true;
		case 'plan':
			records.change(child.recordId, (known) => ({ ...known, plan: event.steps.slice(0, MOST_STEPS) }));
			return true;
		case 'config-options': {
			const option = modelOption(event.options);
			const model = option?.choices.find(({ value }) => value === option.value)?.name ?? option?.value;
			if (model !== undefined) records.change(child.recordId, (known) => ({ ...known, model: titled(model) }));
			return true;
		}
		default:
			return false;
	}
}
