import { rewindSets } from '../../core/session/branching/rewind-sets.js';
import { openPaths } from '../../core/session/changes/changes.js';
import type { UserEntry } from '../../core/session/entries/entry.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { statsOf } from '../transcript/tool/diffs.js';

/** What going back to a prompt would take back of a file. Lines are null where they are not known. */
export type RewoundFile = {
	readonly path: string;
	readonly added: number | null;
	readonly removed: number | null;
	/** Why it stays as it is; absent: it is taken back. */
	readonly stays?: string;
};

/** A prompt that can be gone back to. */
export type RewindPoint = {
	readonly prompt: UserEntry;
	/** Turns from it on, its own included. */
	readonly turns: number;
	readonly files: readonly RewoundFile[];
	/** Changes of some of the turns are not known any more. */
	readonly isIncomplete: boolean;
};

/** The user's prompts, the newest first; what was sent into a running turn began none. */
export function rewindPrompts({ entries }: Pick<SessionState, 'entries'>): readonly UserEntry[] {
	const prompts: UserEntry[] = [];
	for (const entry of eachEntry(entries)) if (entry.kind === 'user' && entry.isSteered !== true) prompts.push(entry);
	return prompts.reverse();
}

/** What going back to a prompt would take back; `turns`: from it on. */
export function rewindPoint(session: SessionState, prompt: UserEntry, turns: number): RewindPoint {
	const { sets, isIncomplete } = rewindSets(session, prompt.id);
	const files = new Map<string, RewoundFile>();
	for (const set of sets) {
		const open = new Set(openPaths(set));
		for (const { path, diff, canRestore, gap } of set.files) {
			if (set.undone.includes(path)) continue;
			const before = files.get(path);
			const stats = diff === null ? null : statsOf(diff);
			files.set(path, {
				path,
				added: sum(before?.added, stats?.added),
				removed: sum(before?.removed, stats?.removed),
				...(canRestore && open.has(path) ? {} : { stays: gap ?? 'it was not kept' }),
			});
		}
	}
	return { prompt, turns, files: [...files.values()], isIncomplete };
}

/** What is not known of one of them is not known of both. */
function sum(before: number | null | undefined, more: number | undefined): number | null {
	if (before === null || more === undefined) return null;
	return (before ?? 0) + more;
}
