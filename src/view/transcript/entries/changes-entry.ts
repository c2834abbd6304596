import type { ChangedFile } from '../../../core/changes.js';
import type { ChangesEntry } from '../../../core/session/entries/entry.js';
import { type Line, muted, plain, type Span, styled } from '../../line.js';
import { wrapLine } from '../../spans.js';
import { isOpen, opennessOf, type RenderContext } from '../render-context.js';
import { type ChangeStats, renderDiffs, statSpans, statsOf, sumOf } from '../tool/tool-diffs.js';
import { fileLink } from '../tool/tool-title.js';
import { hang, hiddenLine, indented, paragraph } from '../transcript-layout.js';
import { changes, evidenceWords, omitted, PLAN_MODE_HINT, planModeTitle } from '../transcript-messages.js';
import { oneLine } from './block-summary.js';

const DIFF_LINES = 12;
const OPEN_DIFF_LINES = 2000;
const FILES = 8;
const OPEN_FILES = 200;
/** More files that cannot be undone for the same reason are counted, not named. */
const GAPS = 3;

export function renderChanges(entry: ChangesEntry, context: RenderContext): Line[] {
	return entry.isTampering ? renderReport(entry, context) : renderSummary(entry, context);
}

function renderReport(entry: ChangesEntry, context: RenderContext): Line[] {
	const openness = opennessOf(entry.id, context);
	const isOpened = isOpen(entry.id, context);
	const left = entry.files.filter((file) => !entry.undone.includes(file.path));
	return hang([styled('✗ ', { color: 'error', bold: true })], context.width, (room) => [
		...paragraph(planModeTitle(entry.files.length, left.length), room, { color: 'error', bold: true }),
		...fileLines(entry, room, context, isOpened, openness === 'folded' ? 0 : isOpened ? OPEN_DIFF_LINES : DIFF_LINES),
		...remarkLines(entry, room),
		...(left.some((file) => file.canRestore) ? wrapLine([styled(PLAN_MODE_HINT, { color: 'accent' })], room) : []),
	]);
}

function fileLines(entry: ChangesEntry, room: number, context: RenderContext, isOpened: boolean, most: number): Line[] {
	const shown = entry.files.slice(0, isOpened ? OPEN_FILES : FILES);
	const lines: Line[] = [];
	let rest = most;
	for (const file of shown) {
		const isUndone = entry.undone.includes(file.path);
		lines.push(...wrapLine([...fileSpans(file, context.cwd), ...doneSpans(isUndone)], room, { indent: [plain('  ')] }));
		if (isUndone) continue;
		lines.push(
			...indented(2, room, (inner) => [
				...paragraph(evidenceWords(file.known, oneLine), inner, { color: 'muted' }),
				...gapLines(file, inner),
			]),
		);
		if (file.diff === null || rest <= 0) continue;
		const { diff } = file;
		const diffLines = (inner: number): Line[] =>
			// The file is named above with its counts.
			renderDiffs([diff], {
				width: inner,
				cwd: context.cwd,
				most: rest,
				title: diff.path,
				canOpen: !isOpened,
				layout: context.diffLayout ?? 'unified',
				isChangeNamed: file.kind === 'added' || file.kind === 'deleted',
			});
		const drawn = indented(2, room, diffLines);
		rest -= drawn.length;
		lines.push(...drawn);
	}
	const hidden = entry.files.length - shown.length;
	return hidden === 0 ? lines : [...lines, hiddenLine(omitted.files(hidden), room, !isOpened)];
}

function renderSummary(entry: ChangesEntry, context: RenderContext): Line[] {
	const openness = opennessOf(entry.id, context);
	const isOpened = isOpen(entry.id, context);
	const { files, undone } = entry;
	const isAllUndone = files.length > 0 && files.every((file) => undone.includes(file.path));
	return hang([muted('± ')], context.width, (room) => {
		const head = wrapLine(
			[
				muted(changes.title(files.length)),
				...statSpans(totals(files)),
				...(isAllUndone ? [muted(changes.allUndone)] : hintSpans(files, room)),
			],
			room,
		);
		if (isOpened) {
			const lines = fileLines(entry, room, context, true, openness === 'all' ? OPEN_DIFF_LINES : DIFF_LINES);
			return [...head, ...lines, ...remarkLines(entry, room)];
		}
		if (openness === 'folded') return head;
		const names = files
			.slice(0, FILES)
			.flatMap((file, index): Span[] => [
				...(index === 0 ? [] : [plain('  ')]),
				...nameSpans(file, context.cwd),
				...doneSpans(undone.includes(file.path) && !isAllUndone),
			]);
		const more = files.length - FILES;
		return [
			...head,
			...wrapLine([...names, ...(more > 0 ? [muted(changes.more(more))] : [])], room),
			...unapprovedLines(files, room),
			...gapsOf(files, room),
			...remarkLines(entry, room),
		];
	});
}

/** With fewer cells there is no room for both hints. */
const ROOM_FOR_REVIEW = 60;

function hintSpans(files: readonly ChangedFile[], room: number): Span[] {
	const target = { type: 'command', name: 'review', args: 'turn' } as const;
	const review = [
		styled(changes.reviewKey, { color: 'text', target }),
		styled(changes.review, { color: 'muted', target }),
	];
	const parts = [
		...(files.some((file) => file.canRestore)
			? [[styled(changes.undo, { color: 'muted', target: { type: 'command', name: 'undo' } })]]
			: []),
		...(room < ROOM_FOR_REVIEW ? [] : [review]),
	];
	return parts.flatMap((spans) => [muted(' · '), ...spans]);
}

function unapprovedLines(files: readonly ChangedFile[], room: number): Line[] {
	const unapproved = files.filter((file) => file.known.type !== 'allowed');
	if (unapproved.length === 0) return [];
	const kinds = new Set(unapproved.map((file) => evidenceWords(file.known, oneLine)));
	const [first = ''] = kinds;
	const who = unapproved.length === files.length ? '' : `${unapproved.map((file) => oneLine(file.path)).join(', ')}: `;
	const words = kinds.size === 1 ? first : changes.mixed;
	return paragraph(`${who}${words}`, room, { color: 'muted', dim: true });
}

function gapsOf(files: readonly ChangedFile[], room: number): Line[] {
	const reasons = new Map<string | undefined, ChangedFile[]>();
	for (const file of files) {
		if (!file.canRestore) reasons.set(file.gap, [...(reasons.get(file.gap) ?? []), file]);
	}
	const lines = [...reasons].flatMap(([gap, those]) =>
		those.length > GAPS
			? [changes.gaps(those.length, gap === undefined ? {} : { gap: oneLine(gap) })]
			: those.map((file) => `${oneLine(file.path)} ${gapWords(file)}`),
	);
	return lines.flatMap((words) => paragraph(words, room, { color: 'warning' }));
}

function gapLines(file: ChangedFile, room: number): Line[] {
	return file.canRestore ? [] : paragraph(`It ${gapWords(file)}`, room, { color: 'warning' });
}

function gapWords({ gap }: ChangedFile): string {
	return changes.gap(gap === undefined ? {} : { gap: oneLine(gap) });
}

function remarkLines(entry: ChangesEntry, room: number): Line[] {
	return entry.remark === undefined ? [] : paragraph(oneLine(entry.remark), room, { color: 'muted', italic: true });
}

function fileSpans(file: ChangedFile, cwd: string): Span[] {
	return [...nameSpans(file, cwd), ...statSpans(file.diff && statsOf(file.diff))];
}

function nameSpans(file: ChangedFile, cwd: string): Span[] {
	const link = fileLink(file.path, cwd);
	const name = oneLine(file.path);
	return [
		styled(name, link === undefined || file.kind === 'deleted' ? { color: 'text' } : { color: 'text', link }),
		...(file.kind === 'added' ? [styled(changes.added, { color: 'added' })] : []),
		...(file.kind === 'deleted' ? [styled(changes.deleted, { color: 'removed' })] : []),
	];
}

function doneSpans(isUndone: boolean): Span[] {
	return isUndone ? [styled(changes.undone, { color: 'success' })] : [];
}

function totals(files: readonly ChangedFile[]): ChangeStats | null {
	const diffs = files.flatMap(({ diff }) => diff ?? []);
	// A change that has no lines to count would make the sum wrong.
	return diffs.length < files.length ? null : sumOf(diffs.map(statsOf));
}
