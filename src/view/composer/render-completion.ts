import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate, truncateStart } from '../../core/text/width.js';
import { type Line, plain, type Style, styled } from '../line.js';
import { clipLine, joinLine } from '../spans.js';
import { type Candidate, isMention } from './completion.js';
import type { ComposerState } from './state.js';

/** On a screen with room half of it, but never more than can be read at a glance. */
const usualRows = 8;
const mostRows = 14;
const widestName = 32;

export function renderCompletion(
	state: ComposerState,
	size: { readonly width: number; readonly maxRows: number },
): readonly Line[] {
	const menu = state.completion;
	if (menu === null || size.maxRows < 1) return [];
	const count = menu.candidates.length;
	const most = Math.min(size.maxRows, mostRows, Math.max(usualRows, Math.floor(size.maxRows / 2)));
	// Where not all of them fit, the last row shows the place in the list, if that leaves more than one candidate.
	const hasPlace = count > most && most > 2;
	const height = Math.min(hasPlace ? most - 1 : most, count);
	const top = Math.min(menu.candidates.length - height, Math.max(0, menu.selected - Math.floor(height / 2)));
	const rows = menu.candidates.slice(top, top + height);
	const widest = Math.max(...rows.map((candidate) => cellWidth(label(candidate))));
	const isPaths = menu.candidates.some(isMention);
	const mostName = isPaths ? Math.max(widestName, size.width - widestName) : widestName;
	const nameWidth = Math.min(widest, mostName, Math.max(1, size.width - 4));
	const lines = rows.map((candidate, index) => {
		const isSelected = top + index === menu.selected;
		const line = rowOf(candidate, isSelected, nameWidth);
		const right = sourceOf(candidate);
		return right.length === 0 || size.width < 40 ? clipLine(line, size.width) : joinLine(line, right, size.width);
	});
	const place = styled(`  ${menu.selected + 1}/${count}`, { color: 'muted' });
	return hasPlace ? [...lines, clipLine([place], size.width)] : lines;
}

function rowOf(candidate: Candidate, isSelected: boolean, nameWidth: number): Line {
	if (isMention(candidate)) return pathRow(candidate, isSelected, nameWidth);
	const name = padEnd(truncate(label(candidate), nameWidth), nameWidth);
	const marker = isSelected ? '▸ ' : '  ';
	return [
		styled(marker, { color: 'accent' }),
		isSelected ? styled(name, { color: 'accent', bold: true }) : plain(name),
		styled(`  ${candidate.description}`, { color: 'muted' }),
		...(candidate.hint ? [styled(`  ${candidate.hint}`, { color: 'info' })] : []),
	];
}

/** The agent's commands are labelled at the right edge; ours are not. */
function sourceOf(candidate: Candidate): Line {
	return candidate.source === 'agent' ? [styled('agent ', { color: 'muted', dim: true })] : [];
}

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

function label(candidate: Candidate): string {
	const name = sanitizeLine(candidate.name);
	if (isMention(candidate)) return candidate.source === 'changes' ? `@${name}` : name;
	return candidate.source === 'argument' ? name : `/${name}`;
}
