import { defined } from '../../../core/defined.js';
import type { DiffContent, ToolCall } from '../../../core/tool-call.js';
import { weakMemo } from '../../../core/weak-memo.js';
import { type DiffOptions, diffStats, type RenderedDiff, renderDiff } from '../../code/diff.js';
import { highlightVersion } from '../../code/highlight.js';
import { type Line, muted, type Span, styled } from '../../line.js';
import { clipLine } from '../../spans.js';
import type { DiffLayout } from '../../ui-options.js';
import { oneLine } from '../entries/block-summary.js';
import { hiddenLine, restLine } from '../transcript-layout.js';
import { omitted } from '../transcript-messages.js';
import { fileLink, namesPath, relativePath } from './tool-title.js';

export type ChangeStats = { readonly added: number; readonly removed: number };

const NAMED_FILES = 10;
/** A diff with fewer lines says nothing. */
const LEAST_LINES = 3;

const drawn = new WeakMap<DiffContent, { readonly key: string; readonly diff: RenderedDiff }>();

export function sumOf(changes: readonly ChangeStats[]): ChangeStats {
	return changes.reduce((sum, { added, removed }) => ({ added: sum.added + added, removed: sum.removed + removed }), {
		added: 0,
		removed: 0,
	});
}

export function statSpans(stats: ChangeStats | null): Span[] {
	if (stats === null) return [];
	return [
		...(stats.added > 0 ? [styled(` +${stats.added}`, { color: 'added' })] : []),
		...(stats.removed > 0 ? [styled(` −${stats.removed}`, { color: 'removed' })] : []),
	];
}

export function diffsOf(call: ToolCall): DiffContent[] {
	return call.content.filter((item) => item.type === 'diff');
}

/** Fate of changes that are not in the files. `unfinished`: nobody says how far the call came. */
export type LostChange = 'undone' | 'discarded' | 'refused' | 'unfinished';

export function lostChangeOf(call: ToolCall): LostChange | null {
	const { status, verdict, askedMs, askedSince } = call;
	if (call.isUndone === true) return 'undone';
	if (call.shadowed?.every(({ fate }) => fate === 'discarded') === true) return 'discarded';
	if (diffsOf(call).length === 0 || (status !== 'failed' && status !== 'cancelled')) return null;
	const wasAsked = askedMs !== undefined || askedSince !== undefined;
	if (verdict === undefined) return wasAsked && status === 'cancelled' ? 'refused' : 'unfinished';
	return verdict.decision === 'denied' ? 'refused' : 'unfinished';
}

export type FileChange = 'new' | 'deleted' | 'moved';

export function fileChangeOf(call: ToolCall): FileChange | null {
	const diffs = diffsOf(call);
	const [diff] = diffs;
	if (diffs.length > 1) return null;
	if (call.kind === 'move' && movedPaths(call) !== null) return 'moved';
	if (diff === undefined) return null;
	if (diff.oldText === null) return 'new';
	return call.kind === 'delete' && diff.newText === '' ? 'deleted' : null;
}

/** Old and new place of a moved file; null when the call does not name both. */
export function movedPaths(call: ToolCall): { readonly from: string; readonly to: string } | null {
	const [from, to, ...others] = [...new Set(call.locations.map((location) => location.path))];
	if (call.kind !== 'move' || from === undefined || to === undefined || others.length > 0) return null;
	// Some agents name the new place first; the change is in the new file.
	const [diff] = diffsOf(call);
	return diff?.path === from ? { from: to, to: from } : { from, to };
}

export type DiffsOptions = {
	readonly width: number;
	readonly cwd: string;
	readonly most: number;
	/** Title of the card: a path in it is not repeated. */
	readonly title: string;
	readonly canOpen: boolean;
	readonly layout: DiffLayout;
	/** The card says already that the one file is new, deleted or moved. */
	readonly isChangeNamed: boolean;
};

export function renderDiffs(diffs: readonly DiffContent[], options: DiffsOptions): Line[] {
	const lines: Line[] = [];
	const files = byFile(diffs);
	let room = options.most;
	let named = 0;
	for (const [index, [first, ...others]] of files.entries()) {
		const isShown = room >= LEAST_LINES || index === 0;
		if (!isShown && named === NAMED_FILES) {
			lines.push(hiddenLine(omitted.files(files.length - index), options.width, options.canOpen));
			break;
		}
		const path = relativePath(first.path, options.cwd);
		const isNamed = files.length === 1 && namesPath(options.title, oneLine(path));
		// Files that are only named stand in a list.
		if (index > 0 && named === 0) lines.push([]);
		if (!isNamed) lines.push(pathLine([first, ...others], options, files.length > 1));
		if (!isShown) {
			named += 1;
			continue;
		}
		for (const [part, diff] of [first, ...others].entries()) {
			if (part > 0 && room < LEAST_LINES) {
				lines.push(hiddenLine(omitted.changes(1 + others.length - part), options.width, options.canOpen));
				break;
			}
			if (part > 0) lines.push([muted('⋯')]);
			const shown = drawDiff(diff, {
				width: options.width,
				maxLines: Math.max(LEAST_LINES, room),
				layout: options.layout,
				isChangeNamed: files.length > 1 ? diff.oldText === null : options.isChangeNamed,
			});
			lines.push(...shown.lines);
			room -= shown.lines.length;
			if (shown.hiddenLines > 0) lines.push(restLine(omitted.lines(shown.hiddenLines), options.width, options.canOpen));
		}
	}
	return lines;
}

type FileDiffs = readonly [DiffContent, ...DiffContent[]];

function byFile(diffs: readonly DiffContent[]): readonly FileDiffs[] {
	const files: [DiffContent, ...DiffContent[]][] = [];
	for (const diff of diffs) {
		const last = files.at(-1);
		if (last?.[0].path === diff.path) last.push(diff);
		else files.push([diff]);
	}
	return files;
}

/** Of one file alone the header has the counts. */
function pathLine(diffs: FileDiffs, options: DiffsOptions, hasCounts: boolean): Line {
	const [{ path, oldText }] = diffs;
	const { added, removed } = sumOf(diffs.map(statsOf));
	const link = fileLink(path, options.cwd);
	return clipLine(
		[
			styled(oneLine(relativePath(path, options.cwd)), { color: 'text', bold: true, ...defined({ link }) }),
			...(hasCounts && oldText === null ? [styled(' new', { color: 'added' })] : []),
			...(hasCounts ? [styled(` +${added}`, { color: 'added' })] : []),
			...(hasCounts && removed > 0 ? [styled(` −${removed}`, { color: 'removed' })] : []),
		],
		options.width,
	);
}

export const statsOf = weakMemo(countLines);

/** A part of a file that ends with a line break is followed by the rest of a line there, if only an empty one. */
function countLines({ oldText, newText, lines }: DiffContent): ChangeStats {
	const isPart = lines !== undefined && oldText !== null && oldText.endsWith('\n') !== newText.endsWith('\n');
	return isPart ? diffStats(`${oldText}\n`, `${newText}\n`) : diffStats(oldText, newText);
}

/** Drawn once for each diff, however often the card around it changes. */
function drawDiff(diff: DiffContent, options: DiffOptions): RenderedDiff {
	const { width, maxLines, layout, isChangeNamed } = options;
	const key = `${width} ${maxLines} ${layout} ${isChangeNamed} ${highlightVersion()}`;
	const known = drawn.get(diff);
	if (known?.key === key) return known.diff;
	const fresh = renderDiff(diff, { ...options, context: 3 });
	drawn.set(diff, { key, diff: fresh });
	return fresh;
}
