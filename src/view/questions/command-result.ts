import type { CommandResult } from '../../core/gate-event.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { ActionRequest } from '../../core/policy/policy-types.js';
import { SIGNS } from '../../core/review/review.js';
import { canRunPrograms } from '../../core/shadow/can-run-programs.js';
import type { ShadowChange } from '../../core/shadow/shadow-change.js';
import { counted } from '../../core/text/counted.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { wordsOf } from '../shadow/change-words.js';
import { PROTECTED } from '../shadow/shadow-panel-messages.js';
import { type QuestionDetail, shownLine } from './question-detail.js';

export type LineCounts = { readonly added: number; readonly removed: number };

/** Changes of a command on a copy of the workspace, for the question about them. */
export type ResultDetails = LineCounts & {
	readonly headline: string;
	/** A row for each change; those that can make programs run come first. */
	readonly names: readonly QuestionDetail[];
	/** Paths that can make programs run once they are applied. */
	readonly runs: readonly string[];
	/** The text of some is not among the request's changes. */
	readonly isCut: boolean;
};

export function resultDetails({ exit, changes }: CommandResult, request: ActionRequest, cwd: string): ResultDetails {
	const shown = new Set(request.changes?.map(({ path, movedTo }) => absolutePath(cwd, movedTo ?? path)));
	const runs = changes.filter(canRunPrograms);
	const inOrder = [...runs, ...changes.filter((change) => !canRunPrograms(change))];
	const isShown = ({ path }: ShadowChange): boolean => shown.has(absolutePath(cwd, path));
	return {
		headline: `This command changed ${countWords(changes)}${endWords(exit)}`,
		added: changes.reduce((sum, { added }) => sum + (added ?? 0), 0),
		removed: changes.reduce((sum, { removed }) => sum + (removed ?? 0), 0),
		names: inOrder.map((change) => nameRow(change, isShown(change))),
		runs: runs.map(({ path }) => shownLine(path)),
		isCut: changes.some((change) => hasText(change) && !isShown(change)),
	};
}

function countWords(changes: readonly ShadowChange[]): string {
	const folders = changes.filter(({ kind }) => kind === 'folder').length;
	const files = changes.length - folders;
	const words = [...(files > 0 ? [counted(files, 'file')] : []), ...(folders > 0 ? [counted(folders, 'folder')] : [])];
	return words.join(' and ');
}

function endWords({ code, signal }: ExitStatus): string {
	if (code === 0) return '';
	return code === null ? ` · ended by ${signal ?? 'a signal'}` : ` · exit ${code}`;
}

function nameRow(change: ShadowChange, isShown: boolean): QuestionDetail {
	const { path, status, kind, added, removed, conflict } = change;
	const runs = canRunPrograms(change);
	// A link's target is among the diffs.
	const changes = [kind === 'link' ? { ...change, kind: 'file' as const } : change];
	const row = { path, changes, isGit: false, hasConflict: conflict !== null, isProtected: false };
	const counts = added === null || removed === null ? {} : { counts: { added, removed } };
	const words = [
		...(runs ? [PROTECTED] : []),
		...(kind === 'file' ? [] : [kind]),
		...wordsOf(row).map(({ text }) => text),
		...(isShown || kind === 'folder' ? [] : notShown(change)),
	];
	const tail = words.map((word) => ` · ${shownLine(word)}`).join('');
	const line = shownLine(`${SIGNS[status]} ${path}`);
	return { name: '', lines: [line], tail, isOutside: false, ...counts, ...(runs ? { isWarning: true as const } : {}) };
}

function notShown(change: ShadowChange): readonly string[] {
	if (change.added === null && change.kind === 'file')
		// Lines of very many deleted files are not counted.
		return change.status === 'deleted' ? [] : ['no text, or too large to show'];
	return hasText(change) ? ['its text is not shown'] : [];
}

/** True where a diff would show something. */
function hasText({ kind, added, removed }: ShadowChange): boolean {
	return kind === 'link' || (added ?? 0) + (removed ?? 0) > 0;
}
