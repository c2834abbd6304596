import type { Entry, ToolEntry } from './entry.js';

/** Whether no more of an entry is expected. Whether a tool call is over depends on its sub-agent, too. */
export function isComplete(entry: Exclude<Entry, ToolEntry>): boolean {
	switch (entry.kind) {
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
