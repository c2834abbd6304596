import type { ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable';
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { nextId } from './demo-session.js';
import { send, type Turn } from './demo-turn.js';

/** A tool call that was announced. Each method sends one update. */
export type ToolHandle = {
	readonly id: string;
	readonly announced: ToolCallUpdate;
	update(patch: ToolPatch): Promise<void>;
	complete(patch?: ToolPatch): Promise<void>;
	/** Ends the call as failed, with a sentence that is shown below what it showed before. */
	fail(sentence: string): Promise<void>;
};

type ToolPatch = Omit<ToolCallUpdate, 'toolCallId'>;

/** A step that did not work, in words for the user. */
export class StepFailed extends Error {}

/** Announces a tool call. Unless `status` says otherwise it is running. */
export async function startTool(turn: Turn, call: Omit<ToolCall, 'toolCallId'>): Promise<ToolHandle> {
	const id = nextId(turn.session, 'call');
	const announced: ToolCall = { toolCallId: id, status: 'in_progress', ...call };
	turn.openCalls.add(id);
	await send(turn, { sessionUpdate: 'tool_call', ...announced });
	let content: ToolCallContent[] = call.content ?? [];
	const update = async (patch: ToolPatch): Promise<void> => {
		content = patch.content ?? content;
		if (patch.status === 'completed' || patch.status === 'failed') turn.openCalls.delete(id);
		await send(turn, { sessionUpdate: 'tool_call_update', toolCallId: id, ...patch });
	};
	return {
		id,
		announced,
		update,
		complete: (patch = {}) => update({ ...patch, status: 'completed' }),
		fail: (sentence) => update({ status: 'failed', content: [...content, text(sentence)] }),
	};
}

/** Runs `work` inside a tool call. A step that fails, or that the client refuses, ends it as failed: null. */
export async function withTool<Value>(
	turn: Turn,
	call: Omit<ToolCall, 'toolCallId'>,
	work: (tool: ToolHandle) => Promise<Value>,
): Promise<Value | null> {
	const tool = await startTool(turn, call);
	try {
		return await work(tool);
	} catch (error) {
		await tool.fail(sentenceOf(turn, error));
		return null;
	}
}

export function text(content: string): ToolCallContent {
	return { type: 'content', content: { type: 'text', text: content } };
}

/** Sentence of an expected failure; throws everything else again, and all of it once the turn is cancelled. */
export function sentenceOf(turn: Turn, error: unknown): string {
	turn.signal.throwIfAborted();
	if (error instanceof StepFailed) return error.message;
	// Errors that the client answered carry their useful words in `data`, when they have any.
	if (error instanceof RequestError || isErrorResponse(error)) return detailsOf(error.data) ?? error.message;
	throw error;
}

function detailsOf(data: unknown): string | null {
	if (typeof data === 'string') return data;
	if (typeof data !== 'object' || data === null) return null;
	for (const key of ['details', 'message', 'reason', 'because']) {
		const value: unknown = Reflect.get(data, key);
		if (typeof value === 'string') return value;
	}
	return null;
}

function isErrorResponse(error: unknown): error is { readonly message: string; readonly data?: unknown } {
	return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number';
}

/** Ends what a cancelled or failed turn left open. Never throws: the client may be gone. */
export async function settleCalls(turn: Turn): Promise<void> {
	for (const toolCallId of turn.openCalls) {
		try {
			await turn.client.notify('session/update', {
				sessionId: turn.session.id,
				update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' },
			});
		} catch {
			// The connection is closed: there is nobody left to tell.
			break;
		}
	}
	turn.openCalls.clear();
}
