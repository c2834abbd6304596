import type { Entry } from '../../core/session/entries/entry.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';

/** The last answer as text: all that the agent said to the last question. Empty while there is none. */
export function answerOf({ entries }: SideQuestion): string {
	let said: string[] = [];
	for (const entry of eachEntry(entries)) {
		if (entry.kind === 'user') said = [];
		else if (entry.kind === 'message' && entry.parentId === undefined && entry.text.trim() !== '')
			said.push(entry.text.trim());
	}
	return said.join('\n\n');
}

/** The titles of the tools that were used for the last answer. */
export function toolsOf({ entries }: SideQuestion): readonly string[] {
	let titles: string[] = [];
	for (const entry of eachEntry(entries) as Iterable<Entry>) {
		if (entry.kind === 'user') titles = [];
		else if (entry.kind === 'tool') titles.push(entry.call.title);
	}
	return titles;
}

/** The answer is still on its way. */
export function isUnderWay({ phase, isClosed }: SideQuestion): boolean {
	return !isClosed && (phase === 'starting' || phase === 'answering');
}
