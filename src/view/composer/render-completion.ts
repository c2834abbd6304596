import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate, truncateStart } from '../../core/text/width.js';
import { faint, type Line, muted, plain, type Span, type Style, styled } from '../line.js';
import { clipLine, joinLine } from '../spans.js';
import { type Candidate, type CompletionMenu, isMention } from './completion.js';
import type { ComposerState } from './composer-state.js';

const usualRows = 8;
const mostRows = 14;
const widestName = 32;
/** Cells; a shorter description gives no room to the hint. */
const LEAST_DESCRIPTION = 16;

export function renderCompletion(
	state: ComposerState,
	size: { readonly width: number; readonly maxRows: number },
): readonly Line[] {
	const menu = state.completion;
	if (menu === null || size.maxRows < 1) return [];
	const most = Math.min(size.maxRows, mostRows, Math.max(usualRows, Math.floor(size.maxRows / 2)));
	return isGrouped(menu) && most >= LEAST_GROUPED
		? groupedRows(menu, size.width, most)
		: plainRows(menu, size.width, most);
}

/** Below that many rows heads would leave no room for commands. */
const LEAST_GROUPED = 5;

function isGrouped({ query, candidates }: CompletionMenu): boolean {
	const [first] = candidates;
	return query === '' && first !== undefined && Object.hasOwn(HEADS, first.source);
}

function plainRows(menu: CompletionMenu, width: number, most: number): readonly Line[] {
	const count = menu.candidates.length;
	// Where not all of them fit, the last row shows the place in the list, if that leaves more than one candidate.
	const hasPlace = count > most && most > 2;
	const height = Math.min(hasPlace ? most - 1 : most, count);
	const top = Math.min(count - height, Math.max(0, menu.selected - Math.floor(height / 2)));
	const rows = menu.candidates.slice(top, top + height);
	const nameWidth = nameWidthOf(rows, width);
	const lines = rows.map((candidate, index) => {
		const line = rowOf(candidate, top + index === menu.selected, nameWidth, width);
		const right = sourceOf(candidate);
		return right.length === 0 || width < 40 ? clipLine(line, width) : joinLine(line, right, width);
	});
	return hasPlace ? [...lines, clipLine([placeOf(menu)], width)] : lines;
}

const HEADS: Readonly<Record<string, string>> = { own: 'your commands', 'acp-tui': 'acp-tui', agent: 'agent' };

function groupedRows(menu: CompletionMenu, width: number, most: number): readonly Line[] {
	const { candidates, selected } = menu;
	const begins = (at: number): boolean => at > 0 && candidates[at]?.source !== candidates[at - 1]?.source;
	const height = Math.min(most - 1, candidates.length);
	const top = Math.min(candidates.length - height, Math.max(0, selected - Math.floor(height / 2)));
	// Each further head takes the row of a command, above or below of the selected one.
	const further = candidates.filter((_, at) => at > top && at < top + height && begins(at)).length;
	const count = Math.min(height, most - 1 - further);
	const from = selected - top >= count ? top + height - count : top;
	const rows = candidates.slice(from, from + count);
	const nameWidth = nameWidthOf(rows, width);
	return rows.flatMap((candidate, index) => {
		const at = from + index;
		const line = rowOf(candidate, at === selected, nameWidth, width);
		const right = candidate.source === 'own' && width >= 40 ? sourceOf(candidate) : [];
		const row = right.length === 0 ? clipLine(line, width) : joinLine(line, right, width);
		if (index > 0 && !begins(at)) return [row];
		const place: Line = index === 0 && candidates.length > count ? [placeOf(menu)] : [];
		const head = styled(`  ${HEADS[candidate.source] ?? ''}`, { color: 'heading', bold: true });
		return [joinLine([head], place, width), row];
	});
}

function placeOf({ selected, candidates }: CompletionMenu): Span {
	return muted(`  ${selected + 1}/${candidates.length}`);
}

function nameWidthOf(rows: readonly Candidate[], width: number): number {
	const widest = Math.max(...rows.map((candidate) => cellWidth(label(candidate))));
	const mostName = rows.some(isMention) ? Math.max(widestName, width - widestName) : widestName;
	return Math.min(widest, mostName, Math.max(1, width - 4));
}

/** The marked row says what may follow; others leave the room to what they do. */
function rowOf(candidate: Candidate, isSelected: boolean, nameWidth: number, width: number): Line {
	if (isMention(candidate)) return pathRow(candidate, isSelected, nameWidth);
	const name = padEnd(truncate(label(candidate), nameWidth), nameWidth);
	const hint = isSelected && candidate.hint !== undefined ? `  ${candidate.hint}` : '';
	// The last column stays blank, as behind the source of a command.
	const room = width - nameWidth - 5 - cellWidth(hint);
	const description =
		hint !== '' && room >= LEAST_DESCRIPTION ? truncate(candidate.description, room) : candidate.description;
	return [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent' }),
		isSelected ? styled(name, { color: 'accent', bold: true }) : plain(name),
		muted(`  ${description}`),
		...(hint === '' ? [] : [styled(hint, { color: 'info' })]),
	];
}

function sourceOf({ source, from }: Candidate): Line {
	const label = source === 'agent' ? source : from;
	return label === undefined ? [] : [faint(`${label} `)];
}

function pathRow(candidate: Candidate, isSelected: boolean, nameWidth: number): Line {
	const shown = truncateStart(label(candidate), nameWidth);
	const cut = shown.lastIndexOf('/', shown.length - 2) + 1;
	const isBlocked = candidate.insert === null;
	const nameStyle: Style = isSelected ? { color: 'accent', bold: true } : isBlocked ? { color: 'muted' } : {};
	return [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent' }),
		muted(shown.slice(0, cut)),
		styled(shown.slice(cut), nameStyle),
		...(candidate.description === ''
			? []
			: [plain(' '.repeat(nameWidth - cellWidth(shown))), muted(`  ${candidate.description}`)]),
	];
}

function label(candidate: Candidate): string {
	const name = sanitizeLine(candidate.name);
	if (isMention(candidate)) return candidate.source === 'changes' ? `@${name}` : name;
	return candidate.source === 'argument' ? name : `/${name}`;
}
