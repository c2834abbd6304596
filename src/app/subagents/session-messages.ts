import type { AgentEvent, SessionMessage } from '../../core/agent-event.js';
import type { ContentBlock } from '../../core/content.js';
import { limits } from '../../core/limits.js';

const MOST_MESSAGES = 1000;

/** Place of a message: below the card of one of the two sub-agents, null: in the open session. */
export type MessagePlace = { readonly cardId: string | null; readonly between: 'toSubagent' | 'fromSubagent' };

/** A message that up to two transcripts have: the sender's and the recipient's. */
type Known = {
	readonly id: string;
	/** The transcript that shows the message; the other one repeats it. */
	origin: string | null;
	place: MessagePlace | null;
	senderId: string | null;
	recipientId: string | null;
	/** Shown content as text; other blocks stand in it as marks. */
	shown: string;
	/** Both transcripts have reported it. */
	isPaired: boolean;
};

/** Messages between sessions, each shown once. */
export class SessionMessages {
	readonly #known = new Map<string, Known>();
	#count = 0;

	/** `placeOf` chooses where a message with these participants is shown. */
	take(
		sessionId: string,
		message: SessionMessage,
		placeOf: (senderId: string | null, recipientId: string | null) => MessagePlace,
	): readonly AgentEvent[] {
		const known = this.#find(sessionId, message);
		if (message.senderId !== undefined) known.senderId = message.senderId;
		if (message.recipientId !== undefined) known.recipientId = message.recipientId;
		this.#link(sessionId, message, known);
		const { content } = message;
		if (content === undefined) return [];
		known.place ??= placeOf(known.senderId, known.recipientId);
		if (message.isChunk === true) {
			known.origin ??= sessionId;
			return known.origin === sessionId ? this.#add(known, content) : [];
		}
		const text = textOf(content);
		if (known.origin === null && this.#isSecondView(sessionId, known, text)) return [];
		const isOther = known.origin !== null && known.origin !== sessionId;
		if (isOther) known.isPaired = true;
		known.origin ??= sessionId;
		if (text === known.shown || (isOther && known.shown.startsWith(text))) return [];
		const rest = text.startsWith(known.shown) ? text.slice(known.shown.length) : null;
		if (rest !== null && !rest.includes(MARK)) return this.#add(known, [{ type: 'text', text: rest }]);
		if (known.shown !== '') return this.#again(sessionId, message, known, content);
		return this.#add(known, content);
	}

	/** A changed message is shown again below. */
	#again(sessionId: string, { messageId }: SessionMessage, known: Known, content: readonly ContentBlock[]) {
		const next: Known = { ...known, id: this.#nextId(), shown: '' };
		this.#known.set(keyOf(sessionId, messageId), next);
		return this.#add(next, content);
	}

	#add(known: Known, content: readonly ContentBlock[]): readonly AgentEvent[] {
		const { cardId, between } = known.place ?? { cardId: null, between: 'fromSubagent' as const };
		if (known.shown.length < limits.innerChars) known.shown += textOf(content);
		// A message without a known sub-agent is no answer of the agent.
		const role = cardId === null ? 'thought' : between === 'toSubagent' ? 'user' : 'agent';
		const common = { role, messageId: known.id, ...(cardId === null ? {} : { parentId: cardId }) } as const;
		return content.flatMap((block): readonly AgentEvent[] => {
			// A report to the parent is for a model: it is shown folded.
			if (block.type === 'text' && between === 'fromSubagent' && cardId !== null) {
				const annotations = { ...block.annotations, audience: ['assistant'] as const };
				return block.text === '' ? [] : [{ type: 'block', block: { ...block, annotations }, ...common }];
			}
			if (block.type !== 'text') return [{ type: 'block', block, ...common }];
			return block.text === ''
				? []
				: [{ type: 'text', text: block.text, ...common, ...(between === 'toSubagent' ? { between } : {}) }];
		});
	}

	#find(sessionId: string, message: SessionMessage): Known {
		const { messageId, senderMessageId, recipientMessageId, senderId, recipientId } = message;
		const own = this.#known.get(keyOf(sessionId, messageId));
		if (own !== undefined) return own;
		const otherId = sessionId === senderId ? recipientId : senderId;
		const otherMessage = sessionId === senderId ? recipientMessageId : senderMessageId;
		const other = otherId == null || otherMessage == null ? undefined : this.#known.get(keyOf(otherId, otherMessage));
		const found: Known = other ?? {
			id: this.#nextId(),
			origin: null,
			place: null,
			senderId: null,
			recipientId: null,
			shown: '',
			isPaired: false,
		};
		this.#remember(keyOf(sessionId, messageId), found);
		return found;
	}

	#link(sessionId: string, { senderMessageId, recipientMessageId }: SessionMessage, known: Known): void {
		const { senderId, recipientId } = known;
		const isSender = sessionId === senderId;
		const otherId = isSender ? recipientId : senderId;
		const otherMessage = isSender ? recipientMessageId : senderMessageId;
		if (otherId == null || otherMessage == null) return;
		const key = keyOf(otherId, otherMessage);
		if (!this.#known.has(key)) this.#remember(key, known);
	}

	/** Without ids, the same text in the same place is the same message. */
	#isSecondView(sessionId: string, known: Known, text: string): boolean {
		for (const each of this.#known.values()) {
			if (each === known || each.isPaired || each.origin === null || each.origin === sessionId) continue;
			const isSamePlace = each.place?.cardId === known.place?.cardId && each.place?.between === known.place?.between;
			if (!isSamePlace || each.shown !== text || text === '') continue;
			each.isPaired = true;
			known.origin = each.origin;
			known.shown = text;
			known.isPaired = true;
			return true;
		}
		return false;
	}

	#nextId(): string {
		this.#count += 1;
		return `session-message-${this.#count}`;
	}

	#remember(key: string, known: Known): void {
		this.#known.set(key, known);
		const [oldest] = this.#known.keys();
		if (this.#known.size > MOST_MESSAGES && oldest !== undefined) this.#known.delete(oldest);
	}
}

const MARK = '\u0000';

function textOf(content: readonly ContentBlock[]): string {
	return content.map((block) => (block.type === 'text' ? block.text : `${MARK}${block.type}${MARK}`)).join('');
}

function keyOf(sessionId: string, messageId: string): string {
	return JSON.stringify([sessionId, messageId]);
}
