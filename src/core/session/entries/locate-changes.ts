import type { DiffContent, DiffLines, ToolContent } from '../../tool-call.js';
import type { SessionState } from '../state.js';
import { findCallIndex } from './find-call.js';
import { changeCard } from './tool-card.js';

export function locateChanges(state: SessionState, callId: string, lines: readonly (DiffLines | null)[]): SessionState {
	const index = findCallIndex(state, callId);
	if (index < 0) return state;
	return changeCard(state, index, (entry) => {
		if (entry.kind !== 'tool') return entry;
		let at = 0;
		const content = entry.call.content.map((item): ToolContent => {
			if (item.type !== 'diff') return item;
			const found = lines[at];
			at += 1;
			return found === undefined ? item : { ...item, lines: found };
		});
		return { ...entry, call: { ...entry.call, content } };
	});
}

export function keepLines(known: readonly ToolContent[], content: readonly ToolContent[]): readonly ToolContent[] {
	const located = known.filter((item): item is DiffContent => item.type === 'diff' && item.lines !== undefined);
	if (located.length === 0) return content;
	return content.map((item) => {
		if (item.type !== 'diff' || item.lines !== undefined) return item;
		const same = located.find(
			({ path, oldText, newText }) => path === item.path && oldText === item.oldText && newText === item.newText,
		);
		return same?.lines === undefined ? item : { ...item, lines: same.lines };
	});
}
