import type { FormField } from '../../core/elicitation/form.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { cellWidth, graphemes } from '../../core/text/width.js';
import { createComposer } from '../composer/composer-state.js';
import type { Draft } from '../composer/draft.js';
import { renderCompletion } from '../composer/render-completion.js';
import { renderDraft, vimSelection } from '../composer/render-draft.js';
import { type Line, plain, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render-markdown.js';
import type { Body } from '../panel/box.js';
import { clipLine, reachingTo, wrapLine } from '../spans.js';
import * as messages from './elicitation-messages.js';
import { drawOptions, optionRows } from './form-options.js';
import {
	answerLine,
	beforeAnswer,
	type FormUi,
	isEmpty,
	isOfSeveralLines,
	problemIn,
	textIn,
	typedIn,
} from './form-ui.js';

export type FieldLayout = {
	readonly width: number;
	/** Lines that it may take, about. */
	readonly most: number;
	/** Everything is shown; else long words end early. */
	readonly isWhole: boolean;
};

/** Cells across from which a preview stands beside the options. */
const WIDE = 76;
/** Lines of a description, of a text that is typed. */
const FEW_WORDS = 3;
const MOST_TEXT = 8;

/** One line for a field that has no focus: its name, its value, and the remark typed beside it. */
export function fieldSummary(
	view: FormUi,
	field: FormField,
	companions: readonly FormField[],
	width: number,
	isBefore: boolean,
): Line {
	const page = [field, ...companions];
	const answer = page
		.map((one) => answerLine(view, one))
		.filter((words) => words !== '')
		.join(' · ');
	const problem = page.map((one) => problemIn(view, one)).find((one) => one !== null) ?? null;
	// Words beside a choice are no answer where the choice itself is required.
	const isMissing = field.isRequired && isEmpty(view, field) && (isBefore || answer !== '');
	const mark = problem !== null ? '✗ ' : isMissing ? '! ' : answer !== '' ? '✓ ' : '  ';
	const color = problem !== null || isMissing ? 'warning' : answer !== '' ? 'success' : 'muted';
	return clipLine(
		[
			styled(mark, { color }),
			styled(answer === '' ? field.title : `${beforeAnswer(field.title)} `, { color: 'muted' }),
			...(answer === '' ? [] : [plain(answer)]),
		],
		width,
	);
}

/** A text beside a choice in one line, on a screen that has no room for more. */
export function companionLine(view: FormUi, field: FormField, width: number): Line {
	const answer = answerLine(view, field);
	return clipLine(
		[styled(`  ${field.title} `, { bold: true }), styled('> ', { color: 'accent' }), plain(answer)],
		width,
	);
}

function fieldHeading(field: FormField, width: number, isCurrent: boolean): readonly Line[] {
	const mark = field.isRequired ? messages.REQUIRED : messages.OPTIONAL;
	const isPlain = field.input.type === 'boolean' || field.input.type === 'choice';
	// The radio signs already say that one is chosen.
	const takes = isPlain && width < 60 ? '' : messages.takes(field);
	return wrapLine(
		[
			styled(isCurrent ? '▸ ' : '  ', { color: 'accent', bold: true }),
			styled(field.title, { bold: true }),
			styled(`  ${mark}`, { color: field.isRequired ? 'warning' : 'muted' }),
			...(takes === '' ? [] : [styled(` · ${takes}`, { color: 'muted' })]),
		],
		width,
		{ indent: [plain('  ')] },
	);
}

/** Words of the agent, at most so many lines of them; the rest is counted. */
export function words(text: string, width: number, most: number, indent = ''): readonly Line[] {
	const pad = [plain(indent)];
	const lines = text.split('\n').flatMap((line) => wrapLine([...pad, plain(line)], width, { indent: pad }));
	if (lines.length <= most) return lines;
	const kept = Math.max(1, most - 1);
	return [
		...lines.slice(0, kept),
		[styled(`${indent}${messages.moreText(lines.length - kept)}`, { color: 'warning' })],
	];
}

/** Draws the field at `at` into `body`; with the keys when `isCurrent`. */
export function drawField(
	body: Body,
	view: FormUi,
	field: FormField,
	at: number,
	layout: FieldLayout,
	isCurrent: boolean,
): void {
	const { width, isWhole } = layout;
	const target = { type: 'form-field', at } as const;
	const start = body.lines.length;
	body.add(fieldHeading(field, width, isCurrent), target);
	if (field.description !== undefined) {
		const most = isWhole ? Number.POSITIVE_INFINITY : FEW_WORDS;
		body.add(words(field.description, width, most, '  '), target);
	}
	if (field.secretWord !== undefined) body.add(warning(messages.careful(field.secretWord), width));
	if (field.remark !== undefined) body.add(warning(field.remark, width));
	if (field.input.type === 'unknown') {
		body.addFocus(words(field.input.raw, width, isWhole ? 50 : FEW_WORDS, '  '), target, null);
		return;
	}
	const left = Math.max(3, layout.most - (body.lines.length - start));
	if (field.input.type === 'text' || field.input.type === 'number') {
		drawText(body, view, field, at, { ...layout, most: left }, isCurrent);
	} else {
		drawChoice(body, view, field, at, { ...layout, most: left }, isCurrent);
	}
}

function warning(text: string, width: number): readonly Line[] {
	return wrapLine([styled(`  ${text}`, { color: 'warning' })], width, { indent: [plain('  ')] });
}

export const PROMPT = '  > ';

function drawText(
	body: Body,
	view: FormUi,
	field: FormField,
	at: number,
	layout: FieldLayout,
	isCurrent: boolean,
): void {
	const { width, most } = layout;
	const target = { type: 'form-field', at } as const;
	const typed = typedIn(view, field);
	const { draft } = typed;
	const drawn = renderDraft(
		field.secretWord === undefined ? draft : masked(draft),
		{
			width,
			maxRows: isOfSeveralLines(field) ? Math.max(1, Math.min(MOST_TEXT, most - 2)) : 2,
			prompt: PROMPT,
			placeholder: '',
		},
		'accent',
		() => (field.secretWord === undefined ? vimSelection(typed) : []),
	);
	const foot = textFoot(view, field, width);
	const menu = isCurrent ? menuLines(view, width, Math.max(1, most - drawn.lines.length - foot.length)) : [];
	if (isCurrent) body.addFocus(drawn.lines, target, drawn.cursor);
	else body.add(drawn.lines, target);
	body.add(menu);
	body.add(foot);
	// The problem and the menu belong to what is typed.
	if (isCurrent) body.focus = { ...body.focus, to: body.lines.length };
}

/** Says what is wrong with what is typed, else how much of its length is used. */
function textFoot(view: FormUi, field: FormField, width: number): readonly Line[] {
	const problem = problemIn(view, field);
	const { input } = field;
	const most = input.type === 'text' ? input.maxLength : undefined;
	const text = textIn(view, field);
	const length = most === undefined ? '' : `${[...text.slice(0, 2 * most + 2)].length}/${most}`;
	if (problem !== null)
		return wrapLine([styled(`  ✗ ${problem}`, { color: 'error' })], width, { indent: [plain('    ')] });
	return length === '' || text === '' ? [] : [[styled(`  ${length}`, { color: 'muted' })]];
}

function menuLines(view: FormUi, width: number, most: number): readonly Line[] {
	if (view.finder?.menu == null) return [];
	const state = { ...emptyField, completion: view.finder.menu };
	return renderCompletion(state, { width: width - 2, maxRows: Math.min(6, most) }).map((line) => [
		plain('  '),
		...line,
	]);
}

const emptyField = createComposer();

/** A dot for each character. */
function masked(draft: Draft): Draft {
	const count = (text: string): number => [...graphemes(text)].length;
	const at = (offset: number): number => count(draft.text.slice(0, offset));
	return {
		...draft,
		text: '•'.repeat(count(draft.text)),
		cursor: at(draft.cursor),
		anchor: draft.anchor === null ? null : at(draft.anchor),
		chips: new Map(),
	};
}

function drawChoice(
	body: Body,
	view: FormUi,
	field: FormField,
	at: number,
	layout: FieldLayout,
	isCurrent: boolean,
): void {
	const rows = optionRows(view, field);
	const isSeveral = field.input.type === 'choices';
	const preview = isCurrent && rows.some((row) => row.preview !== undefined) ? shownPreview(view, rows) : null;
	const isWide = layout.width >= WIDE;
	const left = preview !== null && isWide ? Math.max(30, Math.floor(layout.width * 0.42)) : layout.width;
	const most = preview !== null && !isWide ? Math.max(3, Math.min(rows.length + 2, layout.most - 3)) : layout.most;
	const drawn = drawOptions(rows, at, view, isSeveral, { width: left, most, isCurrent, isWhole: layout.isWhole });
	const from = body.lines.length;
	const previewLines = preview === null ? [] : previewBox(preview, isWide ? layout.width - left - 3 : layout.width - 4);
	if (isWide && preview !== null) {
		const height = Math.max(
			drawn.lines.length,
			Math.min(previewLines.length, layout.isWhole ? previewLines.length : layout.most),
		);
		for (let row = 0; row < height; row += 1) {
			const isCut = row === height - 1 && previewLines.length > height;
			const right = isCut
				? [styled(messages.moreText(previewLines.length - height + 1), { color: 'warning' as const })]
				: (previewLines[row] ?? []);
			const option = padTo(reachingTo(drawn.lines[row] ?? [], left), left);
			body.add([[...option, styled(' │ ', { color: 'muted' }), ...right]]);
		}
	} else {
		body.add(drawn.lines);
		const room = layout.isWhole ? previewLines.length : Math.max(1, layout.most - drawn.lines.length);
		const cut = previewLines.length > room ? Math.max(0, room - 1) : previewLines.length;
		body.add(previewLines.slice(0, cut).map((line) => [styled('  │ ', { color: 'muted' }), ...line]));
		if (cut < previewLines.length)
			body.add([[styled(`  │ ${messages.moreText(previewLines.length - cut)}`, { color: 'warning' })]]);
	}
	if (!isCurrent) return;
	body.focus = { from: from + drawn.marked.from, to: from + Math.max(drawn.marked.from + 1, drawn.marked.to) };
	body.cursor = { line: from + drawn.marked.from, column: 0 };
}

/** Preview of the marked option; of a choice that nobody moved in, of what is picked. */
function shownPreview(view: FormUi, rows: ReturnType<typeof optionRows>): string {
	const picked = rows.findIndex(({ isPicked }) => isPicked);
	return rows[view.marked ?? Math.max(0, picked)]?.preview ?? '';
}

function previewBox(preview: string, width: number): readonly Line[] {
	return preview === '' ? [] : previewLines(preview, Math.max(4, width));
}

function padTo(line: Line, width: number): Line {
	const clipped = clipLine(line, width);
	const used = clipped.reduce((sum, span) => sum + cellWidth(span.text), 0);
	return [...clipped, plain(' '.repeat(Math.max(0, width - used)))];
}

/** Signs that Markdown has and drawings in characters hardly do: a fence, a heading, emphasis. */
const MARKDOWN = /^(?:```|~~~|#{1,6} )|\*\*\S|\[[^\]\n]+\]\(/m;

/** Draws the preview of an option: Markdown where it is some, else its characters as they stand. */
function previewLines(preview: string, width: number): readonly Line[] {
	const key = `${width} ${preview}`;
	if (last?.key === key) return last.lines;
	const lines = MARKDOWN.test(preview) ? renderMarkdown(preview, { width }) : plainLines(preview, width);
	last = { key, lines };
	return lines;
}

let last: { readonly key: string; readonly lines: readonly Line[] } | null = null;

function plainLines(preview: string, width: number): readonly Line[] {
	return sanitizeText(preview)
		.split('\n')
		.flatMap((line) => wrapLine([styled(line, { color: 'text' })], width, { hard: true, indent: [plain('')] }));
}
