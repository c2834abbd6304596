import { isSubAgentActive } from '../../core/session/entries/child-steps.js';
import type { Entry, ToolEntry } from '../../core/session/entries/entry.js';
import { depthOf } from '../../core/session/entries/entry-depth.js';
import type { RenderContext } from '../transcript/context.js';
import { isCardActive, subagentOfEntry } from '../transcript/tool/subagent-card.js';

/** Whether nothing that is expected to come changes how an entry looks. */
export function isFinal(entry: Entry, context: Pick<RenderContext, 'subagents'>): boolean {
	switch (entry.kind) {
		case 'tool':
			return isCardFinal(entry, context);
		case 'user-command':
			return entry.command.status !== 'running';
		case 'message':
		case 'thought':
			return !entry.isStreaming;
		case 'note':
			return entry.progressOf === undefined;
		case 'compaction':
			return entry.status !== 'in_progress';
		case 'block':
			return entry.isStreaming !== true;
		case 'user':
		case 'changes':
		case 'unknown':
		case 'turn-end':
			return true;
	}
}

/** A sub-agent that ended is final, though calls of it came after its own; an unknown one is not. */
function isCardFinal(entry: ToolEntry, context: Pick<RenderContext, 'subagents'>): boolean {
	if (isCardActive(entry, context)) return false;
	return subagentOfEntry(entry, context)?.endedAt !== undefined || !isSubAgentActive(entry);
}

/** Message of the agent itself, whose finished paragraphs can be written while the last one grows. */
export function isGrowing(entry: Entry | undefined): entry is Extract<Entry, { kind: 'message' }> {
	return entry?.kind === 'message' && entry.isStreaming && depthOf(entry) === 0 && entry.parentId === undefined;
}
