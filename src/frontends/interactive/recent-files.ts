import { mentionsIn } from '../../core/mention.js';
import { entryAt } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';

const MOST = 20;
/** Entries and prompts searched. */
const MOST_ENTRIES = 300;
const MOST_PROMPTS = 30;

/**
 * Files that the session is about, the latest first: of tool calls and mentions, then of earlier prompts. Relative to
 * the workspace, or absolute in the folders beside it; each once.
 */
export function recentFiles(session: SessionState, prompts: readonly string[]): readonly string[] {
	const found = new Set<string>();
	const { entries, cwd, additionalDirectories } = session;
	const isKnown = (path: string): boolean =>
		!path.startsWith('/') || additionalDirectories.some((folder) => path.startsWith(`${folder}/`));
	const add = (path: string): void => {
		const own = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
		if (own !== '' && isKnown(own) && found.size < MOST) found.add(own.replace(/^\.\//, ''));
	};
	for (let index = entries.size - 1; index >= Math.max(0, entries.size - MOST_ENTRIES); index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind === 'tool') for (const { path } of entry.call.locations) add(path);
		if (entry?.kind === 'user') for (const { path } of mentionsIn(entry.text)) add(path);
	}
	for (const prompt of prompts.slice(-MOST_PROMPTS).toReversed()) {
		for (const { path } of mentionsIn(prompt.slice(0, 10_000))) add(path);
	}
	return [...found];
}
