import type { AnnouncedCall } from '../../core/content-schema.js';
import { setNewest } from '../../core/newest.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { isObject, objectOf } from '../json.js';
import { commandOf, lineOf, otherCommands } from './input/input-command.js';
import { isEditing, pathsOfCall } from './input/input-paths.js';

/** Open calls; the oldest is forgotten first. */
const LIMIT = 256;

/** Announcements are small and remembered longer: nothing is allowed because it was forgotten. */
const ANNOUNCED_LIMIT = 5000;
const MOST_ANNOUNCED = 100;

export function createCallMemory() {
	const calls = new Map<string, ToolCallPatch>();
	const announcements = new Map<string, AnnouncedCall>();
	return {
		/** Merges an update and returns all that is known of the call. */
		merge(patch: ToolCallPatch): ToolCallPatch {
			const known = calls.get(patch.id);
			const announced = withNews(announcements.get(patch.id), patch);
			const merged = { ...(known === undefined ? patch : merge(known, patch)), announced };
			if (merged.status === 'completed' || merged.status === 'failed') {
				calls.delete(patch.id);
				announcements.delete(patch.id);
				return merged;
			}
			setNewest(calls, patch.id, merged, LIMIT);
			setNewest(announcements, patch.id, announced, ANNOUNCED_LIMIT);
			return merged;
		},
	};
}

function withNews(known: AnnouncedCall | undefined, news: ToolCallPatch): AnnouncedCall {
	const { kind, toolNames = [], malformedFields = [] } = news;
	const command = commandOf(objectOf(news.rawInput), isEditing(news));
	const lists = {
		kinds: joined(known?.kinds, kind === undefined ? [] : [kind]),
		toolNames: joined(known?.toolNames, toolNames),
		paths: joined(known?.paths, pathsOfCall(news)),
		malformedFields: joined(known?.malformedFields, malformedFields),
	};
	const before = known?.commands ?? [];
	const commands = command === undefined ? before : [...otherCommands(before, command), lineOf(command)];
	const isCut =
		known?.isCut === true || [...Object.values(lists), commands].some((list) => list.length > MOST_ANNOUNCED);
	return {
		kinds: lists.kinds,
		toolNames: lists.toolNames.slice(0, MOST_ANNOUNCED),
		paths: lists.paths.slice(0, MOST_ANNOUNCED),
		commands: commands.slice(0, MOST_ANNOUNCED),
		malformedFields: lists.malformedFields.slice(0, MOST_ANNOUNCED),
		...(isCut ? { isCut: true } : {}),
	};
}

function joined<T>(known: readonly T[] | undefined, news: readonly T[]): readonly T[] {
	if (known === undefined) return [...new Set(news)];
	return news.every((each) => known.includes(each)) ? known : [...new Set([...known, ...news])];
}

function merge(known: ToolCallPatch, news: ToolCallPatch): ToolCallPatch {
	const merged = { ...known, ...news };
	// An empty object or list stands for «not said here» as often as for «nothing».
	const isEmptyInput = isObject(news.rawInput) && Object.keys(news.rawInput).length === 0;
	// Some agents show a change in the permission request only.
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
