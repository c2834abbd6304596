import type { AgentEvent } from '../core/agent-event.js';
import type { AppEvent } from '../core/event.js';
import { limits } from '../core/limits.js';
import type { PermissionRequest } from '../core/permission-request.js';
import type { ActionRequest } from '../core/policy/policy-types.js';
import type { ClockPort } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';
import { isAtWork, type Subagent, type SubagentPatch } from '../core/subagents/subagent.js';
import { isAbove, patched, sessionName } from '../core/subagents/subagent-patch.js';
import { clip } from '../core/text/sanitize.js';
import type { Store } from './store.js';
import { CallSubagents } from './subagents/call-subagents.js';
import { applyToChild, type Child, ChildCards } from './subagents/child-cards.js';
import { nestedCall, nestedEvent } from './subagents/nested-output.js';
import { type MessagePlace, SessionMessages } from './subagents/session-messages.js';

const MOST_LEFT = 1000;
const MOST_ABOVE = 2;
const MOST_NAME = 60;
const MOST_STRAY = 2000;

type SessionStore = Pick<Store, 'getState' | 'dispatchAll' | 'onEvent' | 'subscribe'>;

/**
 * Sessions that an agent has beside the open one: those of its sub-agents, announced (ACP “Subagents”) or not. Their
 * requests are decided like all others, with mode and folders of the open session; their updates are shown below cards
 * of their own. Opening another session ends them.
 */
export class OtherSessions {
	readonly #store: SessionStore;
	readonly #cards: ChildCards;
	readonly #calls: CallSubagents;
	readonly #left = new Set<string>();
	#messages = new SessionMessages();
	#current: string | null = null;

	constructor(store: SessionStore, clock: Pick<ClockPort, 'now'>) {
		this.#store = store;
		this.#cards = new ChildCards({ store, now: clock.now });
		this.#calls = new CallSubagents(this.#cards.records, store.getState);
		store.onEvent((event) => this.#see(event));
		store.subscribe(() => this.flush());
	}

	/**
	 * The open session, or one that belongs to it. While a session is being opened, any that was not open before, as
	 * agents ask before they have answered `session/new`. False without a session.
	 */
	isServed(sessionId: string): boolean {
		const { sessionId: open } = this.#state();
		if (open !== null) return open === sessionId || !this.#left.has(sessionId);
		return isOpeningNew(this.#state()) && !this.#left.has(sessionId) && !this.#isBeingLeft(sessionId);
	}

	wasLeft(sessionId: string): boolean {
		return this.#left.has(sessionId);
	}

	/** A known child of the open session, or of the one that is being opened. */
	isChild(sessionId: string): boolean {
		return this.#cards.get(sessionId) !== undefined && !this.#left.has(sessionId);
	}

	/** Events of the open session; of its sub-agents only what the transcript shows. */
	own(sessionId: string, events: readonly AgentEvent[]): readonly AgentEvent[] {
		return events.flatMap((event): readonly AgentEvent[] => {
			if (event.type === 'subagent') return this.#announce(null, sessionId, event.sessionId, event.patch);
			return event.type === 'session-message' ? this.#message(null, sessionId, event) : [event];
		});
	}

	/** Events of another session as part of the open transcript. */
	receive(sessionId: string, events: readonly AgentEvent[]): readonly AgentEvent[] {
		const child = this.#cards.of(sessionId, false);
		const card = child?.card ?? this.#cards.further();
		const { terminals } = this.#state();
		return events.flatMap((event): readonly AgentEvent[] => {
			if (child !== null) {
				if (event.type === 'subagent') return this.#announce(child, sessionId, event.sessionId, event.patch);
				if (event.type === 'session-message') return this.#message(child, sessionId, event);
				if (applyToChild(this.#cards.records, child, event)) {
					return event.type === 'session-info' && event.title ? this.#cards.show(child) : [];
				}
			}
			if (nestedEvent(child?.card ?? card, event, terminals) === null) return [];
			const cards = child === null ? this.#cards.showFurther() : this.#cards.show(child);
			// The card exists only now.
			const inside = nestedEvent(child?.card ?? card, event, terminals);
			return inside === null ? cards : [...cards, inside];
		});
	}

	/** Updates the state, after received events went in. */
	flush(): void {
		this.#cards.records.flush();
	}

	/** A request with its tool call placed in the open transcript; a child's plan is no plan of the conversation. */
	permission(request: PermissionRequest): PermissionRequest {
		const { sessionId: open, terminals } = this.#state();
		// The request may be of the session that is being opened.
		if (open === null || open === request.sessionId || !this.isServed(request.sessionId)) return request;
		const child = this.#cards.of(request.sessionId, false);
		this.#store.dispatchAll(child === null ? this.#cards.showFurther() : this.#cards.show(child));
		this.flush();
		const card = child?.card ?? this.#cards.further();
		const { holdsPlan: _, ...rest } = request;
		return { ...rest, patch: nestedCall(card, request.patch, terminals), isExitPlan: false };
	}

	named(sessionId: string, action: ActionRequest): ActionRequest {
		if (this.#state().sessionId === sessionId) return action;
		const child = this.#cards.get(sessionId);
		if (child === undefined) return { ...action, otherSession: sessionName(sessionId) };
		return { ...action, otherSession: this.#titlesOf(child), subagentId: child.recordId };
	}

	folderOf(sessionId: string): string | undefined {
		const seen = new Set<string>();
		let subagent = this.#cards.records.get(this.#cards.get(sessionId)?.recordId ?? '');
		while (subagent !== undefined && subagent.cwd === undefined && !seen.has(subagent.id)) {
			seen.add(subagent.id);
			subagent = this.#cards.records.get(subagent.parentId ?? '');
		}
		return subagent?.cwd;
	}

	opened(sessionId: string): void {
		// A resumed session keeps its children.
		const isSame = sessionId === this.#current;
		for (const id of this.#cards.leave(isSame)) this.#left.add(id);
		if (!isSame && this.#current !== null) this.#left.add(this.#current);
		this.#left.delete(sessionId);
		forgetOldest(this.#left);
		if (!isSame) this.#messages = new SessionMessages();
		this.#current = sessionId;
	}

	#see(event: AppEvent): void {
		switch (event.type) {
			case 'session-restored':
			case 'new-session':
				this.#cards.records.forget();
				break;
			case 'agent-exited':
			case 'agent-failed':
			case 'agent-starting':
				this.#cards.records.loseAll();
				break;
			case 'question-asked':
			case 'question-withdrawn':
			case 'answer':
			case 'answer-form':
			case 'answer-plan':
			case 'answer-refusals':
			case 'cancel':
			case 'cancel-subagent':
			case 'turn-ended':
			case 'turn-failed':
				this.#followQuestions();
				break;
			default:
		}
		this.#calls.see(event);
	}

	/** A sub-agent that waits for the user does not work. */
	#followQuestions(): void {
		const asking = new Set(this.#state().questions.flatMap(({ subagentId }) => subagentId ?? []));
		for (const subagent of this.#cards.records.all()) {
			const isAsked = asking.has(subagent.id);
			if (isAsked === (subagent.isAsked === true)) continue;
			const { isAsked: _asked, ...rest } = subagent;
			this.#cards.records.put(isAsked ? { ...rest, isAsked } : rest);
		}
	}

	#announce(parent: Child | null, parentId: string, sessionId: string, patch: SubagentPatch): readonly AgentEvent[] {
		if (!this.#mayBeChild(sessionId, parentId)) return [strayAnnouncement(sessionId, patch)];
		this.#left.delete(sessionId);
		const child = this.#cards.of(sessionId, true);
		const before = this.#cards.records.get(child?.recordId ?? '');
		if (child === null || before === undefined) return this.#cards.showFurther();
		const isNew = !before.isAnnounced;
		const changed = this.#cards.records.put(patched(isNew ? this.#placed(before, parent) : before, patch));
		child.card = { ...child.card, name: changed.title };
		// A finished sub-agent, for instance of a resumed session, needs no second card.
		return isNew || isAtWork(changed) ? this.#cards.show(child, isNew) : [];
	}

	/** The first announcer is the parent for good. */
	#placed(subagent: Subagent, parent: Child | null): Subagent {
		const { records } = this.#cards;
		const isCircle = parent !== null && isAbove((id) => records.get(id), subagent.id, parent.recordId);
		const parentId = parent === null || isCircle ? null : parent.recordId;
		return { ...subagent, isAnnounced: true, parentId, order: records.nextOrder() };
	}

	/** Neither a session that is, or was, open here itself, nor its own child. */
	#mayBeChild(sessionId: string, parentId: string): boolean {
		const isOwn = sessionId === parentId || sessionId === this.#current || sessionId === this.#state().sessionId;
		return (
			!isOwn &&
			!(this.#left.has(sessionId) && this.#cards.get(sessionId) === undefined) &&
			sessionId.length <= limits.idChars
		);
	}

	#message(
		from: Child | null,
		sessionId: string,
		{ type: _type, ...message }: Extract<AgentEvent, { type: 'session-message' }>,
	): readonly AgentEvent[] {
		const cards: AgentEvent[] = [];
		const placeOf = (senderId: string | null, recipientId: string | null): MessagePlace => {
			const isOutgoing = senderId === sessionId;
			const other = this.#cards.get((isOutgoing ? recipientId : senderId) ?? '');
			const isBelow =
				other !== undefined && this.#cards.records.get(other.recordId)?.parentId === (from?.recordId ?? null);
			if (other !== undefined && (from === null || isBelow)) {
				cards.push(...this.#cards.show(other));
				return { cardId: other.card.cardId, between: isOutgoing ? 'toSubagent' : 'fromSubagent' };
			}
			if (from !== null) cards.push(...this.#cards.show(from));
			return { cardId: from?.card.cardId ?? null, between: isOutgoing ? 'fromSubagent' : 'toSubagent' };
		};
		const events = this.#messages.take(sessionId, message, placeOf);
		return [...cards, ...events];
	}

	#titlesOf(child: Child): string {
		const titles: string[] = [];
		let record = this.#cards.records.get(child.recordId);
		for (let above = 0; record !== undefined && above <= MOST_ABOVE; above += 1) {
			titles.push(clip(record.title, MOST_NAME));
			record = this.#cards.records.get(record.parentId ?? '');
		}
		return titles.join(' of ');
	}

	/** The open session and its children are left while another one is being opened. */
	#isBeingLeft(sessionId: string): boolean {
		return sessionId === this.#current || this.#cards.get(sessionId)?.isEarly === false;
	}

	#state(): SessionState {
		return this.#store.getState();
	}
}

/** Requests of a resumed session were asked, and answered, before. */
function isOpeningNew({ connection, resuming }: SessionState): boolean {
	return connection.phase === 'opening' && (resuming?.strategy === undefined || resuming.strategy === 'new');
}

function strayAnnouncement(sessionId: string, patch: SubagentPatch): AgentEvent {
	const json = clip(JSON.stringify({ sessionId, ...patch }), MOST_STRAY);
	return { type: 'unknown', label: 'subagent_update of a session that is not a child', json };
}

function forgetOldest(left: Set<string>): void {
	for (const oldest of left) {
		if (left.size <= MOST_LEFT) break;
		left.delete(oldest);
	}
}
