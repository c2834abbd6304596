import type { AgentEvent } from '../../core/agent-event.js';
import { defined } from '../../core/defined.js';
import type { SubagentPatch, SubagentState } from '../../core/subagents/subagent.js';
import { hasTokens } from '../../core/usage/tokens.js';
import { isObject, type JsonObject, objectOf, textOf } from '../json.js';
import type { Faults } from './faults.js';
import { readTokens } from './prompt-usage.js';
import { toContentBlock } from './translate-content.js';

const MOST_WORD = 60;
const MOST_ERROR = 2000;
const MOST_FOLDERS = 50;
const MOST_BLOCKS = 1000;

/** Reads `subagent_update` (ACP v1 “Subagents”): absent means unchanged, null clears. */
export function readSubagent(update: JsonObject, faults: Faults): AgentEvent[] | null {
	const sessionId = textOf(update['sessionId']);
	if (sessionId === undefined) return null;
	const { capabilities } = update;
	const patch: SubagentPatch = defined({
		title: textOrNull(update, 'title', faults),
		description: textOrNull(update, 'description', faults),
		cwd: textOrNull(update, 'cwd', faults),
		additionalDirectories: foldersOf(update, faults),
		state: stateOf(update['state'], faults),
		canCancel: capabilities === undefined ? undefined : isObject(objectOf(capabilities)['cancel']),
	});
	return [{ type: 'subagent', sessionId, patch }];
}

function textOrNull(update: JsonObject, name: string, faults: Faults): string | null | undefined {
	const value = update[name];
	if (value === undefined || value === null || typeof value === 'string') return value;
	faults.push(name);
	return undefined;
}

function foldersOf(update: JsonObject, faults: Faults): readonly string[] | null | undefined {
	const value = update['additionalDirectories'];
	if (value === undefined || value === null) return value;
	if (!Array.isArray(value)) {
		faults.push('additionalDirectories');
		return undefined;
	}
	return value.filter((path): path is string => typeof path === 'string').slice(0, MOST_FOLDERS);
}

/** A state replaces the previous one as a whole; an unknown word is `unknown`. */
function stateOf(value: unknown, faults: Faults): SubagentState | null | undefined {
	if (value === undefined || value === null) return value;
	const { state, stopReason, error, usage } = objectOf(value);
	if (typeof state !== 'string') {
		faults.push('state');
		return undefined;
	}
	if (state !== 'idle') return { state: state === 'running' || state === 'requires_action' ? state : 'unknown' };
	const tokens = readTokens(usage);
	return defined({
		state,
		stopReason: textOf(stopReason, MOST_WORD),
		error: textOf(objectOf(error)['message'], MOST_ERROR),
		usage: hasTokens(tokens) ? tokens : undefined,
	});
}

/** Reads `session_message`: an upsert of a message between sessions. */
export function readSessionMessage(update: JsonObject, faults: Faults): AgentEvent[] | null {
	const messageId = textOf(update['messageId']);
	if (messageId === undefined) return null;
	const { content } = update;
	if (content !== undefined && content !== null && !Array.isArray(content)) faults.push('content');
	return [
		defined({
			type: 'session-message' as const,
			messageId,
			senderId: textOrNull(update, 'senderSessionId', faults),
			recipientId: textOrNull(update, 'recipientSessionId', faults),
			senderMessageId: textOrNull(update, 'senderMessageId', faults),
			recipientMessageId: textOrNull(update, 'recipientMessageId', faults),
			content:
				content === null ? [] : Array.isArray(content) ? content.slice(0, MOST_BLOCKS).map(toContentBlock) : undefined,
		}),
	];
}

export function readSessionMessageChunk(update: JsonObject): AgentEvent[] | null {
	const messageId = textOf(update['messageId']);
	if (messageId === undefined || !isObject(update['content'])) return null;
	return [{ type: 'session-message', messageId, isChunk: true, content: [toContentBlock(update['content'])] }];
}
