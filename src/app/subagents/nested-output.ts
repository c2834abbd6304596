import type { AgentEvent } from '../../core/agent-event.js';
import { defined } from '../../core/defined.js';
import type { TerminalView, ToolCallPatch, ToolContent } from '../../core/tool-call.js';
import { otherSession } from '../app-messages.js';

const MOST_CALLS = 10_000;

export type CardSpace = { readonly cardId: string; readonly name: string; readonly calls: Set<string> };

/** A child's ids are its own: the open session may use the same. */
function nestedId({ cardId }: Pick<CardSpace, 'cardId'>, inner: string): string {
	return `${cardId}/${inner}`;
}

/** Parent within the child's session. Some agents still name the call that started the sub-agent: that is the card. */
function parentIn(card: CardSpace, parentId: string | undefined): string {
	return parentId !== undefined && card.calls.has(parentId) ? nestedId(card, parentId) : card.cardId;
}

export function nestedCall(
	card: CardSpace,
	patch: ToolCallPatch,
	terminals: ReadonlyMap<string, TerminalView>,
): ToolCallPatch {
	const contentOf = (item: ToolContent): ToolContent =>
		item.type === 'terminal' && terminals.get(item.terminalId)?.ours !== true
			? { ...item, terminalId: nestedId(card, item.terminalId) }
			: item;
	const parentId = parentIn(card, patch.parentId === patch.id ? undefined : patch.parentId);
	if (card.calls.size < MOST_CALLS) card.calls.add(patch.id);
	return {
		...patch,
		id: nestedId(card, patch.id),
		parentId,
		...(patch.content === undefined ? {} : { content: patch.content.map(contentOf) }),
	};
}

/** Null for what concerns the whole session, such as its mode or cost. */
export function nestedEvent(
	card: CardSpace,
	event: AgentEvent,
	terminals: ReadonlyMap<string, TerminalView>,
): AgentEvent | null {
	switch (event.type) {
		case 'tool':
			return { ...event, patch: nestedCall(card, event.patch, terminals) };
		case 'text':
		case 'block':
			return {
				...event,
				parentId: parentIn(card, event.parentId),
				...defined({ messageId: event.messageId === undefined ? undefined : nestedId(card, event.messageId) }),
			};
		case 'terminal-started':
		case 'terminal-output':
		case 'terminal-exited':
			return {
				...event,
				terminalId: nestedId(card, event.terminalId),
				...defined({ toolCallId: event.toolCallId === undefined ? undefined : nestedId(card, event.toolCallId) }),
			};
		case 'terminal-released':
			return { ...event, terminalId: nestedId(card, event.terminalId) };
		case 'notice': {
			const words = event.detail === undefined ? event.title : `${event.title}\n${event.detail}`;
			return { type: 'text', role: 'thought', text: words, parentId: card.cardId };
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
		case 'session-info':
		case 'prompt-suggested':
		case 'usage':
		case 'compaction':
		case 'compaction-chunk':
			return null;
	}
}
