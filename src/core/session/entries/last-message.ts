import type { SessionState } from '../state.js';
import { entryAt } from './entry-list.js';

export function lastMessage({ entries }: SessionState, first = 0): string {
	for (let index = entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind === 'message' && entry.parentId === undefined) return entry.text;
	}
	return '';
}
