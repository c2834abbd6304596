import type { Entry } from '../../../core/session/entries/entry.js';
import type { ToolCall } from '../../../core/tool-call.js';
import { entryText } from '../as-text/entry-text.js';
import { boundedJson } from '../tool/raw.js';

const known = new WeakMap<Entry, string>();

/** Raw text of an entry, never shown: enough to rule out a match without drawing the entry. */
export function searchText(entry: Entry): string {
	if (entry.kind === 'message' || entry.kind === 'thought') return entry.text;
	const found = known.get(entry) ?? (entry.kind === 'tool' ? callText(entry.call) : entryText(entry));
	known.set(entry, found);
	return found;
}

function callText(call: ToolCall): string {
	const parts: string[] = [call.title, ...call.locations.map((location) => location.path)];
	if (call.verdict !== undefined) parts.push(call.verdict.because);
	for (const item of call.content) {
		if (item.type === 'diff') parts.push(item.path, item.oldText ?? '', item.newText);
		else if (item.type === 'unknown') parts.push(item.label, item.json);
		else if (item.type === 'content') {
			const { block } = item;
			if (block.type === 'text' || block.type === 'resource') parts.push(block.text ?? '');
			if ('uri' in block) parts.push(block.uri ?? '');
		}
	}
	for (const terminal of call.terminals) parts.push(terminal.command, terminal.output);
	if (call.rawInput !== undefined) parts.push(boundedJson(call.rawInput));
	if (call.rawOutput !== undefined) parts.push(boundedJson(call.rawOutput));
	return parts.join('\n');
}
