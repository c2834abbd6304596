import type { ToolCallPatch } from '../../core/tool-call.js';
import { isObject } from '../json.js';

/** Remembers what was told of the tool calls that are open, to complete permission requests with. */
export type CallMemory = {
	/** Takes news of a call and returns all that is known of it now. */
	learn(patch: ToolCallPatch): ToolCallPatch;
};

/** The most open calls that are remembered; the oldest is forgotten first. */
const LIMIT = 256;

/** Builds an empty memory. */
export function createCallMemory(): CallMemory {
	const calls = new Map<string, ToolCallPatch>();
	return {
		learn(patch) {
			const known = calls.get(patch.id);
			const merged = known === undefined ? patch : merge(known, patch);
			if (merged.status === 'completed' || merged.status === 'failed') {
				calls.delete(patch.id);
				return merged;
			}
			calls.set(patch.id, merged);
			if (calls.size > LIMIT)
				for (const oldest of calls.keys()) {
					calls.delete(oldest);
					break;
				}
			return merged;
		},
	};
}

function merge(known: ToolCallPatch, news: ToolCallPatch): ToolCallPatch {
	const merged = { ...known, ...news };
	// An empty object or list stands for «not told here» as often as for «nothing».
	const isEmptyInput = isObject(news.rawInput) && Object.keys(news.rawInput).length === 0;
	// Some agents show a change in their question only, and go on without it.
	const hasChange = news.content?.some((item) => item.type === 'diff') === true;
	const changes = hasChange ? [] : (known.content ?? []).filter((item) => item.type === 'diff');
	return {
		...merged,
		...(isEmptyInput && known.rawInput !== undefined ? { rawInput: known.rawInput } : {}),
		...(news.content !== undefined && changes.length > 0 ? { content: [...changes, ...news.content] } : {}),
		...(news.content?.length === 0 && known.content !== undefined ? { content: known.content } : {}),
		...(news.locations?.length === 0 && known.locations !== undefined ? { locations: known.locations } : {}),
	};
}
