import type { ChangedFile } from '../../changes.js';
import { eachEntry } from '../../session/entries/entry-list.js';
import type { SessionState } from '../../session/state.js';

export type FileOutcome = {
	/** Relative to the workspace where it is in it. */
	readonly path: string;
	readonly kind: ChangedFile['kind'];
	/** Null where the texts are unknown (binary, too large). */
	readonly lines: { readonly added: number; readonly removed: number } | null;
};

type Texts = {
	kind: ChangedFile['kind'];
	readonly isNew: boolean;
	readonly oldText: string | null | undefined;
	newText: string | undefined;
};

/** By snapshots, not by the agent's words; the last one at the end, without undone and unchanged files. */
export function changedFiles({
	entries,
	changes,
	cwd,
}: Pick<SessionState, 'entries' | 'cwd'> & Partial<Pick<SessionState, 'changes'>>): readonly FileOutcome[] {
	const files = new Map<string, Texts>();
	const known = new Set<string>();
	const take = (all: readonly ChangedFile[], undone: readonly string[]): void => {
		for (const file of all) if (!undone.includes(file.path)) follow(files, file);
	};
	for (const entry of eachEntry(entries)) if (entry.kind === 'changes') known.add(entry.setId);
	// The changes of the session that this one continues are in no transcript here.
	for (const set of changes?.sets ?? []) if (!known.has(set.id)) take(set.files, set.undone);
	for (const entry of eachEntry(entries)) if (entry.kind === 'changes') take(entry.files, entry.undone);
	return [...files].flatMap(([path, texts]) => {
		const lines = linesOf(texts);
		if (texts.isNew && texts.kind === 'deleted') return [];
		if (lines !== null && lines.added + lines.removed === 0 && texts.oldText === texts.newText) return [];
		const kind = texts.kind === 'deleted' ? 'deleted' : texts.isNew ? 'added' : 'modified';
		return [{ path: path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path, kind, lines }];
	});
}

function follow(files: Map<string, Texts>, { path, kind, diff }: ChangedFile): void {
	const before = files.get(path);
	files.delete(path);
	const newText = kind === 'deleted' ? '' : diff?.newText;
	const isNew = kind === 'added';
	files.set(
		path,
		before === undefined
			? { kind, isNew, oldText: isNew ? null : diff === null ? undefined : diff.oldText, newText }
			: { ...before, kind, newText },
	);
}

function linesOf({ oldText, newText }: Texts): FileOutcome['lines'] {
	return oldText === undefined || newText === undefined ? null : countLines(oldText ?? '', newText);
}

/** Lines that only one of the two has: moves within the file count for nothing. */
function countLines(oldText: string, newText: string): { readonly added: number; readonly removed: number } {
	const counts = new Map<string, number>();
	let removed = 0;
	let added = 0;
	for (const text of linesIn(oldText)) {
		counts.set(text, (counts.get(text) ?? 0) + 1);
		removed += 1;
	}
	for (const text of linesIn(newText)) {
		const left = counts.get(text) ?? 0;
		if (left === 0) added += 1;
		else {
			counts.set(text, left - 1);
			removed -= 1;
		}
	}
	return { added, removed };
}

function linesIn(text: string): readonly string[] {
	return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
