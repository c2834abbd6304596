import type { FormField, FormOption } from '../../core/elicitation/form.js';
import { cellWidth, padEnd, truncate } from '../../core/text/width.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { clipLine, targeted, wrapLine } from '../spans.js';
import { moreOptions, NO, YES } from './elicitation-messages.js';
import { type FormUi, pickedIn } from './form-ui.js';

type OptionRow = {
	readonly title: string;
	readonly description: string;
	readonly isPicked: boolean;
	readonly preview?: string;
};

/** The rows of a field that is chosen in; none for any other. */
export function optionRows(view: FormUi, field: FormField): readonly OptionRow[] {
	const { input } = field;
	if (input.type === 'boolean') {
		const value = view.chosen.get(field.name);
		return [true, false].map((one) => ({ title: one ? YES : NO, description: '', isPicked: value === one }));
	}
	if (!('options' in input)) return [];
	const picked = new Set(pickedIn(view, field));
	return input.options.map((option: FormOption) => ({
		title: option.title,
		description: option.description ?? '',
		isPicked: picked.has(option.value),
		...(option.preview === undefined ? {} : { preview: option.preview }),
	}));
}

type OptionsLayout = {
	readonly width: number;
	/** Lines that they may take; the marked one stays visible. */
	readonly most: number;
	/** The field has the keys. */
	readonly isCurrent: boolean;
	/** Descriptions are shown whole, below titles that are too long to stand beside. */
	readonly isWhole: boolean;
};

type DrawnOptions = {
	readonly lines: readonly Line[];
	readonly marked: { readonly from: number; readonly to: number };
};

/** Options that are looked at when lines are laid out: those further away are only counted. */
const NEAR = 200;

export function drawOptions(
	rows: readonly OptionRow[],
	at: number,
	view: FormUi,
	isSeveral: boolean,
	layout: OptionsLayout,
): DrawnOptions {
	const { isCurrent, most } = layout;
	const marked = isCurrent ? view.marked : null;
	const aimed =
		marked ??
		Math.max(
			0,
			rows.findIndex(({ isPicked }) => isPicked),
		);
	const near = Math.max(0, Math.min(aimed - Math.floor(NEAR / 2), rows.length - NEAR));
	const shown = rows.slice(near, near + NEAR);
	const titleWidth = Math.min(
		Math.max(...shown.map(({ title }) => cellWidth(title)), 1),
		Math.max(8, Math.floor(layout.width * 0.4)),
	);
	const blocks = shown.map((row, offset) => {
		const index = near + offset;
		return optionLines(row, index, index === marked, isSeveral, { ...layout, titleWidth });
	});
	const { from, to } = windowAround(
		blocks.map(({ length }) => length),
		aimed - near,
		most,
	);
	const above = near + from;
	const below = rows.length - near - to;
	const lines: Line[] = [];
	let place = { from: 0, to: 0 };
	if (above > 0) lines.push([styled(`    ${moreOptions(above)}`, { color: 'muted' })]);
	for (let offset = from; offset < to; offset += 1) {
		const block = blocks[offset] ?? [];
		if (near + offset === aimed) place = { from: lines.length, to: lines.length + block.length };
		const target = { type: 'form-option', at, index: near + offset } as const;
		lines.push(...block.map((line) => targeted(line, target)));
	}
	if (below > 0) lines.push([styled(`    ${moreOptions(below)}`, { color: 'muted' })]);
	return { lines, marked: place };
}

/** The blocks around one of them that fit into `most` lines, with a line for what is above and below. */
function windowAround(
	heights: readonly number[],
	aimed: number,
	most: number,
): { readonly from: number; readonly to: number } {
	const total = heights.reduce((sum, height) => sum + height, 0);
	if (total <= most && heights.length < NEAR) return { from: 0, to: heights.length };
	const room = Math.max(1, most - 2);
	let from = Math.max(0, Math.min(aimed, heights.length - 1));
	let to = Math.min(heights.length, from + 1);
	let used = heights[from] ?? 0;
	for (let hasGrown = true; hasGrown; ) {
		hasGrown = false;
		const next = heights[to];
		if (next !== undefined && used + next <= room) {
			used += next;
			to += 1;
			hasGrown = true;
		}
		const before = heights[from - 1];
		if (before !== undefined && used + before <= room) {
			used += before;
			from -= 1;
			hasGrown = true;
		}
	}
	return { from, to };
}

function optionLines(
	row: OptionRow,
	index: number,
	isMarked: boolean,
	isSeveral: boolean,
	layout: OptionsLayout & { readonly titleWidth: number },
): readonly Line[] {
	const { width, titleWidth, isWhole, isCurrent } = layout;
	const digit = index < 9 && isCurrent ? `${index + 1}` : ' ';
	const box = isSeveral ? (row.isPicked ? '[✓]' : '[ ]') : row.isPicked ? '●' : '○';
	const lead: Span[] = [
		styled(isMarked ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(`${digit} `, { color: 'accent' }),
		styled(`${box} `, row.isPicked ? { color: 'success', bold: true } : { color: 'muted' }),
	];
	const indent = [plain(' '.repeat(2 + 2 + cellWidth(box) + 1))];
	const titleStyle = isMarked || row.isPicked ? ({ bold: true } as const) : {};
	if (row.description === '') {
		const line = [...lead, styled(row.title, titleStyle)];
		return isWhole || isMarked ? wrapLine(line, width, { indent }) : [clipLine(line, width)];
	}
	const words = styled(row.description.replaceAll('\n', ' '), { color: 'muted' });
	if (cellWidth(row.title) <= titleWidth) {
		const column = [plain(' '.repeat(2 + 2 + cellWidth(box) + 1 + titleWidth + 2))];
		const line = [...lead, styled(padEnd(row.title, titleWidth), titleStyle), plain('  '), words];
		if (!isWhole && !isMarked) return [clipLine(line, width)];
		return wrapLine(line, width, { indent: width >= 60 ? column : indent });
	}
	if (!isWhole && !isMarked) return [clipLine([...lead, styled(truncate(row.title, width), titleStyle)], width)];
	return [
		...wrapLine([...lead, styled(row.title, titleStyle)], width, { indent }),
		...wrapLine([...indent, words], width, { indent }),
	];
}

type Chosen = { readonly view: FormUi; readonly word?: string };

/** Takes an option, or takes it back; of one choice the others go. `isKept`: what is taken stays so. */
export function pick(view: FormUi, field: FormField, index: number, isKept = false): Chosen {
	const { input, name } = field;
	const next = { ...view, marked: index, hasMoved: false, scroll: null };
	const put = (value: boolean | readonly string[]): Chosen => ({
		view: { ...next, chosen: new Map(view.chosen).set(name, value) },
	});
	if (input.type === 'boolean') {
		const isSame = view.chosen.get(name) === (index === 0);
		return isSame && !isKept && !field.isRequired ? put([]) : put(index === 0);
	}
	if (!('options' in input)) return { view };
	const value = input.options[index]?.value;
	if (value === undefined) return { view };
	const picked = pickedIn(view, field);
	const isPicked = picked.includes(value);
	if (input.type === 'choice') return isPicked && !isKept ? put([]) : put([value]);
	if (isPicked) return isKept ? { view: next } : put(picked.filter((one) => one !== value));
	const most = input.maxItems ?? Number.POSITIVE_INFINITY;
	// A new choice replaces the old one where only one is allowed.
	if (most === 1) return put([value]);
	return picked.length >= most ? { view: next, word: `At most ${most} can be chosen` } : put([...picked, value]);
}

export function markAt(view: FormUi, index: number): FormUi {
	return { ...view, marked: index, hasMoved: true, scroll: null };
}

/** A word typed in turn counts as one, within ms. */
const TYPED_WITHIN = 1000;
/** With fewer options words are for the draft. */
const MANY = 9;

/** Marks the option whose title begins with what is typed; null where typing means something else. */
export function findOption(view: FormUi, field: FormField, typed: string, now: number): FormUi | null {
	const rows = optionRows(view, field);
	if (rows.length <= MANY) return null;
	const text = (now - view.search.at <= TYPED_WITHIN ? view.search.text : '') + typed.toLowerCase();
	const index = rows.findIndex(({ title }) => title.toLowerCase().startsWith(text));
	const next = { ...view, search: { text, at: now } };
	return index < 0 ? next : markAt(next, index);
}

/** The option that a letter stands for: y and n, where what is asked is yes or no. */
export function optionOfLetter(view: FormUi, field: FormField, letter: string): number {
	const words = optionRows(view, field).map(({ title }) => title.toLowerCase());
	const isYesNo =
		words.length === 2 && words.some((word) => /^yes\b/.test(word)) && words.some((word) => /^no\b/.test(word));
	if (!isYesNo || !/^[yn]$/i.test(letter)) return -1;
	return words.findIndex((word) => word.startsWith(letter.toLowerCase()));
}
