import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate, truncateStart } from '../../core/text/width.js';
import { type Line, plain, type Style, styled } from '../line.js';
import { clipLine } from '../spans.js';
import type { Candidate } from './completion.js';
import type { ComposerState } from './state.js';

const mostRows = 8;
const widestName = 32;

/** The rows of the open menu, at most eight, the chosen one marked with `▸`; none when it is closed. */
export function renderCompletion(
	state: ComposerState,
	size: { readonly width: number; readonly maxRows: number },
): readonly Line[] {
	const menu = state.completion;
	if (menu === null || size.maxRows < 1) return [];
	const height = Math.min(mostRows, size.maxRows, menu.candidates.length);
	const top = Math.min(menu.candidates.length - height, Math.max(0, menu.selected - Math.floor(height / 2)));
	const rows = menu.candidates.slice(top, top + height);
	const widest = Math.max(...rows.map((candidate) => cellWidth(label(candidate))));
	const isPaths = menu.candidates.some(isMention);
	const most = isPaths ? Math.max(widestName, size.width - widestName) : widestName;
	const nameWidth = Math.min(widest, most, Math.max(1, size.width - 4));
	return rows.map((candidate, index) => {
		const isSelected = top + index === menu.selected;
		const isMore = index === rows.length - 1 && top + height < menu.candidates.length;
		const line = rowOf(candidate, isSelected, nameWidth);
		return isMore ? withCount(line, menu.candidates.length - top - height, size.width) : clipLine(line, size.width);
	});
}

function rowOf(candidate: Candidate, isSelected: boolean, nameWidth: number): Line {
	if (isMention(candidate)) return pathRow(candidate, isSelected, nameWidth);
	const name = padEnd(truncate(label(candidate), nameWidth), nameWidth);
	const marker = isSelected ? '▸ ' : '  ';
	const source = candidate.source === 'argument' ? '' : candidate.source;
	return [
		styled(marker, { color: 'accent' }),
		isSelected ? styled(name, { color: 'accent', bold: true }) : plain(name),
		...(candidate.hint === undefined || candidate.hint === ''
			? []
			: [styled(`  ${candidate.hint}`, { color: 'info' })]),
		...(source === '' ? [] : [styled(`  ${source}`, { color: 'muted', dim: true })]),
		styled(`  ${candidate.description}`, { color: 'muted' }),
	];
}

/** A path: its last name stands out, and where it is cut, it is cut at the start. */
function pathRow(candidate: Candidate, isSelected: boolean, nameWidth: number): Line {
	const shown = truncateStart(label(candidate), nameWidth);
	const cut = shown.lastIndexOf('/', shown.length - 2) + 1;
	const isBlocked = candidate.insert === null;
	const nameStyle: Style = isSelected ? { color: 'accent', bold: true } : isBlocked ? { color: 'muted' } : {};
	return [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent' }),
		styled(shown.slice(0, cut), { color: 'muted' }),
		styled(shown.slice(cut), nameStyle),
		...(candidate.description === ''
			? []
			: [plain(' '.repeat(nameWidth - cellWidth(shown))), styled(`  ${candidate.description}`, { color: 'muted' })]),
	];
}

function isMention({ source }: Candidate): boolean {
	return source === 'file' || source === 'folder' || source === 'changes';
}

function withCount(line: Line, count: number, width: number): Line {
	const more = ` +${count} more`;
	const room = width - cellWidth(more);
	if (room < 4) return clipLine(line, width);
	return [...clipLine(line, room), styled(more, { color: 'muted' })];
}

function label(candidate: Candidate): string {
	const name = sanitizeLine(candidate.name);
	if (isMention(candidate)) return candidate.source === 'changes' ? `@${name}` : name;
	return candidate.source === 'argument' ? name : `/${name}`;
}
