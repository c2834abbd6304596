import type { AgentEvent } from '../core/agent-event.js';
import { defined } from '../core/defined.js';
import type { PermissionRequest } from '../core/permission-request.js';
import type { ActionRequest } from '../core/policy/types.js';
import type { SessionState } from '../core/session/state.js';
import { lineageOf } from '../core/subagents/tree.js';
import { clip, sanitizeLine } from '../core/text/sanitize.js';
import type { ToolCallPatch, ToolContent } from '../core/tool-call.js';
import { FURTHER_SESSIONS, otherSession } from './messages.js';
import type { Store } from './store.js';

/** So many other sessions get a card of their own; what is beyond shares one. */
const MOST_CARDS = 16;
/** Of so many sessions it is remembered that they were left. */
const MOST_LEFT = 1000;
/** Characters of a session's name that are shown. */
const MOST_NAME = 60;

/**
 * Sessions that an agent has beside the one that is open here: those of its sub-agents, for instance. What they ask is
 * decided like everything else, with the mode and the folders of the open session; what they say is shown below a
 * card of their own. Those that were open here once, and their own, are over when another is opened.
 */
export type OtherSessions = {
	/**
	 * The open session, or one that belongs to it. While one is being opened, any that was not open here: agents ask
	 * before they have answered `session/new`. False while there is none.
	 */
	isServed(sessionId: string): boolean;
	wasLeft(sessionId: string): boolean;
	/** What it says, as it stands in the open session's transcript. */
	receive(sessionId: string, events: readonly AgentEvent[]): readonly AgentEvent[];
	/** A request of it, whose tool call is told from the open session's; a plan of it is no plan of the conversation. */
	permission(request: PermissionRequest): PermissionRequest;
	/** Says in the request which session it comes from, unless that is the open one. */
	named(sessionId: string, action: ActionRequest): ActionRequest;
	/** Another session is open from now on. */
	opened(sessionId: string): void;
};

type Card = { readonly id: string; name: string; isShown: boolean };

/** Keeps them for a store. */
export function createOtherSessions(store: Pick<Store, 'getState' | 'dispatch'>): OtherSessions {
	const left = new Set<string>();
	const cards = new Map<string, Card>();
	let further: Card | null = null;
	let count = 0;
	let current: string | null = null;

	const isOpen = (sessionId: string): boolean => store.getState().sessionId === sessionId;

	function makeCard(name: string): Card {
		count += 1;
		return { id: `other-session-${count}`, name, isShown: false };
	}

	function cardOf(sessionId: string): Card {
		const known = cards.get(sessionId);
		if (known !== undefined) return known;
		if (cards.size >= MOST_CARDS) {
			further ??= makeCard('');
			return further;
		}
		const made = makeCard(nameOf(sessionId));
		cards.set(sessionId, made);
		return made;
	}

	/** The card's own event, when it was not shown or its name is another. */
	function show(card: Card, name: string): readonly AgentEvent[] {
		if (card.isShown && card.name === name) return [];
		card.isShown = true;
		card.name = name;
		const title = card === further ? FURTHER_SESSIONS : otherSession(name);
		// It never ends by itself, so it looks like something that is done.
		return [{ type: 'tool', patch: { id: card.id, title, kind: 'other', status: 'completed' } }];
	}

	function callOf(card: Card, patch: ToolCallPatch): ToolCallPatch {
		const { terminals } = store.getState();
		const contentOf = (item: ToolContent): ToolContent =>
			item.type === 'terminal' && terminals.get(item.terminalId)?.ours !== true
				? { ...item, terminalId: inCard(card, item.terminalId) }
				: item;
		return {
			...patch,
			id: inCard(card, patch.id),
			parentId: patch.parentId === undefined ? card.id : inCard(card, patch.parentId),
			...(patch.content === undefined ? {} : { content: patch.content.map(contentOf) }),
		};
	}

	/** While another session is opened, the one that was open here and those that belonged to it are being left. */
	const isBeingLeft = (sessionId: string): boolean => sessionId === current || cards.has(sessionId);

	function isServed(sessionId: string): boolean {
		const { sessionId: open } = store.getState();
		if (open !== null) return isOpen(sessionId) || !left.has(sessionId);
		return isOpeningNew(store.getState()) && !left.has(sessionId) && !isBeingLeft(sessionId);
	}

	return {
		isServed,
		wasLeft: (sessionId) => left.has(sessionId),
		receive(sessionId, events) {
			const card = cardOf(sessionId);
			return events.flatMap((event) => {
				if (event.type === 'session-info') {
					const { title } = event;
					return typeof title === 'string' && title !== '' && card !== further ? show(card, nameOf(title)) : [];
				}
				const inside =
					event.type === 'tool' ? ({ ...event, patch: callOf(card, event.patch) } as const) : within(card, event);
				return inside === null ? [] : [...show(card, card.name), inside];
			});
		},
		permission(request) {
			// Until one is open, it may be the one that is.
			const isKnown = store.getState().sessionId !== null;
			if (!isKnown || isOpen(request.sessionId) || !isServed(request.sessionId)) return request;
			const card = cardOf(request.sessionId);
			for (const event of show(card, card.name)) store.dispatch(event);
			return { ...request, patch: callOf(card, request.patch), isExitPlan: false };
		},
		named(sessionId, action) {
			return isOpen(sessionId) ? action : { ...action, otherSession: titleOf(store.getState(), sessionId, cards) };
		},
		opened(sessionId) {
			for (const over of [current ?? [], ...cards.keys()].flat()) left.add(over);
			left.delete(sessionId);
			forgetOldest(left);
			cards.clear();
			further = null;
			current = sessionId;
		},
	};
}

/** A new session is opened; of one that is taken up what the agent asks for was asked, and answered, before. */
function isOpeningNew({ connection, resuming }: SessionState): boolean {
	return connection.phase === 'opening' && (resuming?.rung === undefined || resuming.rung === 'new');
}

function forgetOldest(left: Set<string>): void {
	for (const oldest of left) {
		if (left.size <= MOST_LEFT) break;
		left.delete(oldest);
	}
}

/** A sub-agent and those above it, the innermost first; else what is known of its session. */
function titleOf(state: SessionState, sessionId: string, cards: ReadonlyMap<string, Card>): string {
	const card = cards.get(sessionId);
	const titles = lineageOf(state, card?.id ?? '').map(({ title }) => nameOf(title));
	return titles.reverse().join(' of ') || (card?.name ?? nameOf(sessionId));
}

function nameOf(text: string): string {
	return clip(sanitizeLine(text), MOST_NAME);
}

/** Ids of another session are its own: the same ones of the open session are something else. */
function inCard({ id }: Card, inner: string): string {
	return `${id}/${inner}`;
}

/** An event as it stands below the card; null for what is about the whole of a session, such as its mode or its cost. */
function within(card: Card, event: Exclude<AgentEvent, { type: 'tool' | 'session-info' }>): AgentEvent | null {
	switch (event.type) {
		case 'text':
		case 'block':
			return {
				...event,
				parentId: event.parentId === undefined ? card.id : inCard(card, event.parentId),
				...defined({ messageId: event.messageId === undefined ? undefined : inCard(card, event.messageId) }),
			};
		case 'terminal-started':
		case 'terminal-output':
		case 'terminal-exited':
			return {
				...event,
				terminalId: inCard(card, event.terminalId),
				...defined({ toolCallId: event.toolCallId === undefined ? undefined : inCard(card, event.toolCallId) }),
			};
		case 'terminal-released':
			return { ...event, terminalId: inCard(card, event.terminalId) };
		case 'notice': {
			const words = event.detail === undefined ? event.title : `${event.title}\n${event.detail}`;
			return { type: 'text', role: 'thought', text: words, parentId: card.id };
		}
		case 'unknown':
			return { ...event, label: `${event.label} (${otherSession(card.name)})` };
		case 'message-ended':
		case 'subagent':
		case 'session-message':
		case 'plan':
		case 'commands':
		case 'agent-mode':
		case 'config-options':
		case 'usage':
		case 'compaction':
		case 'compaction-chunk':
			return null;
	}
}
