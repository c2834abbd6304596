import { type CommitFile, type CommitList, isChosen } from '../../core/commit/commit.js';
import { SIGNS as CHANGE_SIGNS, STATUS as CHANGE_STATUS } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { weakLast } from '../../core/weak-memo.js';
import { type Line, plain, type Role, styled } from '../line.js';
import type { PanelRow } from '../panel/panel.js';
import { lineWidth } from '../spans.js';
import { oneLine } from '../spoken-text.js';
import type { CommitDraft } from '../state/ui-state.js';

export const TITLE = 'Commit';
export const chosenWords = (chosen: number, all: number): string => `${chosen} of ${counted(all, 'change')}`;

export type CommitRow = PanelRow & { readonly file: CommitFile; readonly isIn: boolean };

const made = weakLast<CommitList, readonly CommitRow[]>();

/** A row for each change; the same as long as no mark changes. */
export function rowsOf(list: CommitList, { marks }: CommitDraft): readonly CommitRow[] {
	return made(list, [marks], () => {
		const hasStaged = list.files.some(({ group }) => group === 'staged');
		return ORDER.flatMap((group) =>
			list.files
				.filter((file) => file.group === group)
				.map((file) => rowOf(file, isChosen(list, marks, file), hasStaged)),
		);
	});
}

const ORDER: readonly CommitFile['group'][] = ['conflict', 'staged', 'changed', 'untracked'];
const GROUPS = { staged: 'Staged', changed: 'Changed', untracked: 'Not tracked', conflict: 'In conflict' } as const;
const SIGNS = { ...CHANGE_SIGNS, type: 'T' } as const;
const STATUS = { ...CHANGE_STATUS, type: 'another kind of file' } as const;
const COLORS: Readonly<Record<CommitFile['status'], Role>> = {
	added: 'added',
	modified: 'info',
	deleted: 'removed',
	renamed: 'info',
	type: 'info',
};

function rowOf(file: CommitFile, isMarked: boolean, hasStaged: boolean): CommitRow {
	const { id, group, status, version } = file;
	const mark = isMarked ? '[x] ' : '[ ] ';
	return {
		...{ id, version, file },
		isIn: isMarked,
		label: nameOf(file),
		isCutInMiddle: true,
		isMuted: !isMarked,
		signs: [
			styled(mark, { color: isMarked ? 'success' : 'muted', bold: isMarked }),
			styled(`${SIGNS[status]} `, { color: COLORS[status] }),
		],
		edge: () => edgeOf(file),
		group: group === 'changed' && hasStaged ? 'Changed, not staged' : GROUPS[group],
		spoken: spokenOf(file, isMarked),
	};
}

/** The name as it is shown; one with line breaks or direction marks is made plain. */
export function nameOf({ path, from }: Pick<CommitFile, 'path' | 'from'>): string {
	return from === undefined ? sanitizeLine(path) : `${sanitizeLine(from)} → ${sanitizeLine(path)}`;
}

function edgeOf({ kind, added, removed, why }: CommitFile): Line {
	if (why !== undefined) return [styled(why, { color: 'warning' })];
	if (kind === 'submodule') return [styled('submodule', { color: 'muted' })];
	return countsLine(added ?? 0, removed ?? 0);
}

function countsLine(added: number, removed: number): Line {
	return [
		...(added > 0 ? [styled(`+${added}`, { color: 'added' as const })] : []),
		...(removed > 0 ? [plain(added > 0 ? ' ' : ''), styled(`−${removed}`, { color: 'removed' as const })] : []),
	];
}

function spokenOf(file: CommitFile, isMarked: boolean): string {
	const { status, added, removed, why } = file;
	const lines = added === null && removed === null ? [] : [`${added ?? 0} added, ${removed ?? 0} removed`];
	const where = why ?? (isMarked ? 'in' : 'not in');
	return [oneLine(nameOf(file)), STATUS[status], ...lines, where].join(', ');
}

/** `Commit · main · 2 of 3 changes · +4 −1`, as much of it as there is room for. */
export function titleLine(list: CommitList, rows: readonly CommitRow[], width: number): Line {
	const chosen = rows.filter((row) => row.isIn);
	const sum = (of: 'added' | 'removed'): number => chosen.reduce((all, { file }) => all + (file[of] ?? 0), 0);
	const name = styled(TITLE, { bold: true, color: 'accent' });
	const apart = styled(' · ', { color: 'muted' });
	const where = styled(sanitizeLine(list.branch ?? 'detached HEAD'), { color: 'muted' });
	const count = styled(chosenWords(chosen.length, rows.length), { color: 'muted' });
	const counts = countsLine(sum('added'), sum('removed'));
	const whole = [name, apart, where, apart, count, ...(counts.length === 0 ? [] : [apart, ...counts])];
	const forms: readonly Line[] = [whole, [name, apart, count, ...(counts.length === 0 ? [] : [apart, ...counts])]];
	return forms.find((form) => lineWidth(form) + 4 <= width) ?? [name, apart, count];
}
