import type { ContentBlock } from '../../../core/content.js';
import type { ToolCallPatch, ToolContent } from '../../../core/tool-call.js';
import { isObject, objectOf } from '../../json.js';
import { commandOf } from './command.js';
import { pathOfFileAddress, pathsIn } from './paths.js';
import { type Leaf, leavesOf } from './walk.js';

export function isEditing({ kind }: ToolCallPatch): boolean {
	return kind === 'edit' || kind === 'delete' || kind === 'move';
}

/** Paths in a call's locations, content and input; `leaves` are those of the input. */
export function pathsOfCall(
	patch: ToolCallPatch,
	leaves: readonly Leaf[] = leavesOf(patch.rawInput).leaves,
	hasCommand: boolean = commandOf(objectOf(patch.rawInput), isEditing(patch)) !== undefined,
): readonly string[] {
	const { changes } = objectOf(patch.rawInput);
	const named = [
		...(patch.locations ?? []).map((location) => location.path),
		...(patch.content ?? []).flatMap((item) => (item.type === 'diff' ? [item.path] : [])),
		...addressesOfContent(patch).filter(isFileAddress).map(pathOfFileAddress),
		// A patch of several files may be keyed by path.
		...(isObject(changes) ? Object.keys(changes) : []),
	];
	return [...new Set([...named, ...pathsIn(leaves, hasCommand)])];
}

export function refersElsewhere(patch: ToolCallPatch): boolean {
	return addressesOfContent(patch).some((address) => !isFileAddress(address));
}

function isFileAddress(address: string): boolean {
	return /^file:/i.test(address);
}

function addressesOfContent({ content = [] }: ToolCallPatch): readonly string[] {
	return content.flatMap((item: ToolContent) => (item.type === 'content' ? addressOf(item.block) : []));
}

function addressOf(block: ContentBlock): readonly string[] {
	if (block.type === 'resource_link' || block.type === 'resource') return [block.uri];
	return block.type === 'image' && block.uri !== undefined ? [block.uri] : [];
}
