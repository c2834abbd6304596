import { sanitizeText } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { rowLine } from '../questions/answer-row.js';
import { inSession } from '../questions/permission-panel.js';
import { clipLine, wrapLine } from '../spans.js';
import type { AnswerRow } from '../state/answer.js';
import type { Overlay } from '../state/overlay.js';
import { WHOLE_QUESTION } from '../state/question-page.js';
import { beforeAnswer, sentLines } from './answer-words.js';
import { asideOf } from './aside.js';
import { Body, type FormTarget } from './body.js';
import { problemIn, problemsOf } from './check.js';
import * as messages from './elicitation-messages.js';
import { companionLine, drawField, type FieldLayout, fieldSummary, words } from './field-lines.js';
import { isOnePage, pageAt, pagesOf } from './pages.js';
import { reviewRows } from './rows.js';
import { calledFor, type FormScene } from './scene.js';

/** A form as it is drawn, with what a click on each of its lines is about. */
export type DrawnForm = Overlay & {
	readonly targets: readonly (FormTarget | null)[];
	/** The first line of what can be scrolled, and how many of its lines are visible. */
	readonly top: number;
	readonly page: number;
};

/** With fewer rows there is no frame. */
const LEAST_BOXED = 12;
/** Rows of the transcript that stay visible above a form, where there is room. */
const KEPT_IN_SIGHT = 3;

/** Draws the form in front, in at most `room` rows. */
export function drawForm(scene: FormScene, room: number): DrawnForm {
	const { columns } = scene.context.ui;
	const isBoxed = room >= LEAST_BOXED && columns >= 30;
	const height = isBoxed ? room - Math.min(KEPT_IN_SIGHT, Math.floor(room / 4)) - 2 : Math.max(1, room - 1);
	const width = isBoxed ? innerWidth(columns) : Math.max(1, columns - 1);
	const drawn = layOut(scene, width, height);
	const title = titleOf(scene);
	const x = isBoxed ? 2 : 1;
	const lines = isBoxed
		? box(drawn.lines, columns, { title, color: 'warning' })
		: [title, ...drawn.lines].map((line) => clipLine([plain(' '), ...line], columns));
	const air = isBoxed && lines.length + KEPT_IN_SIGHT <= room ? 1 : 0;
	const kept = lines.slice(0, Math.max(1, room - air));
	const { cursor } = drawn;
	const at = cursor === null ? null : { x: Math.min(columns - 1, cursor.column + x), y: cursor.line + 1 + air };
	return {
		lines: [...Array.from({ length: air }, () => []), ...kept],
		targets: [...Array.from({ length: air + 1 }, () => null), ...drawn.targets],
		answers: drawn.rows,
		lastScroll: drawn.lastScroll,
		questionPage: WHOLE_QUESTION,
		cursor: at !== null && at.y < kept.length + air ? at : null,
		room,
		top: drawn.top,
		page: drawn.page,
	};
}

function titleOf(scene: FormScene): Line {
	const { question, view, context } = scene;
	const { form } = question;
	const pages = pagesOf(form).length;
	const page = pageAt(form, view.at);
	const where = pages < 2 ? '' : page < pages ? messages.field(page + 1, pages) : messages.REVIEW;
	return [
		styled(messages.asks(truncate(question.agent, 30)), { color: 'warning', bold: true }),
		styled(messages.forCall(truncate(calledFor(scene), 30)), { color: 'warning' }),
		styled(`${inSession(context.ui)}${where}`, { color: 'warning' }),
		...asideOf(scene),
	];
}

type LaidOut = {
	readonly lines: readonly Line[];
	readonly targets: readonly (FormTarget | null)[];
	readonly cursor: { readonly line: number; readonly column: number } | null;
	readonly rows: readonly AnswerRow[];
	readonly lastScroll: number;
	readonly top: number;
	readonly page: number;
};

/** The whole form where it fits, else what has the keys; scrolled, all of it. */
function layOut(scene: FormScene, width: number, height: number): LaidOut {
	const { question, view } = scene;
	const { form } = question;
	const isReview = view.at >= form.fields.length;
	const rows = isReview || isOnePage(form) ? reviewRows(question, view) : [];
	const pinned = rowsBody(scene, rows, width, isReview);
	const gap = pinned.lines.length > 0 ? 1 : 0;
	const whole = gatherAhead(scene, { width, most: height, isWhole: true }, height - gap - pinned.lines.length);
	if (whole.lines.length + gap + pinned.lines.length <= height && view.scroll === null) {
		return join(whole, pinned, rows, { top: 0, shown: whole.lines.length, gap, position: null, lastScroll: 0 });
	}
	// A field that leaves no room for the rows has the screen to itself.
	const kept = isReview
		? pinned
		: height - pinned.lines.length >= whole.lines.length && gap === 1
			? pinned
			: new Body();
	const room = Math.max(1, height - kept.lines.length);
	const brief = view.scroll === null ? gather(scene, { width, most: room, isWhole: false }, false) : whole;
	const isCut = brief.lines.length > room;
	const page = Math.max(1, isCut && room > 1 ? room - 1 : room);
	const last = Math.max(0, brief.lines.length - page);
	const top = view.scroll === null ? topFor(brief, page, last) : Math.max(0, Math.min(last, view.scroll));
	const position =
		isCut && room > 1
			? messages.moreLines(top + 1, Math.min(brief.lines.length, top + page), brief.lines.length)
			: null;
	// There is something to scroll where words end early as well.
	const lastScroll = Math.max(last, whole.lines.length - page, 0);
	return join(brief, kept, kept === pinned ? rows : [], { top, shown: page, gap: 0, position, lastScroll });
}

/** The first line that is shown, so that what has the keys is visible, with as much above it as there is room for. */
function topFor({ focus }: Body, page: number, last: number): number {
	const isShown = focus.to <= page;
	return isShown ? 0 : Math.max(0, Math.min(last, focus.from, focus.to - page));
}

type Cut = {
	readonly top: number;
	readonly shown: number;
	readonly gap: number;
	readonly position: string | null;
	readonly lastScroll: number;
};

function join(
	body: Body,
	pinned: Body,
	rows: readonly AnswerRow[],
	{ top, shown, gap, position, lastScroll }: Cut,
): LaidOut {
	const lines = body.lines.slice(top, top + shown);
	const more: Line[] = position === null ? [] : [[styled(position, { color: 'warning' })]];
	const air: Line[] = Array.from({ length: gap }, () => []);
	const offset = lines.length + more.length + air.length;
	const cursor =
		pinned.cursor !== null ? { ...pinned.cursor, line: pinned.cursor.line + offset } : shifted(body, top, lines.length);
	return {
		lines: [...lines, ...more, ...air, ...pinned.lines],
		targets: [
			...body.targets.slice(top, top + shown),
			...Array.from({ length: more.length + air.length }, () => null),
			...pinned.targets,
		],
		cursor,
		rows,
		lastScroll,
		top,
		page: shown,
	};
}

function shifted({ cursor }: Body, top: number, count: number): LaidOut['cursor'] {
	if (cursor === null || cursor.line < top || cursor.line >= top + count) return null;
	return { ...cursor, line: cursor.line - top };
}

/** Pages that are drawn below the one that has the keys, where there is room. */
const MOST_AHEAD = 4;

/** The whole form with as many of the questions that follow as fit into so many lines. */
function gatherAhead(scene: FormScene, layout: FieldLayout, room: number): Body {
	const { form } = scene.question;
	const following = Math.max(0, pagesOf(form).length - 1 - pageAt(form, scene.view.at));
	for (let ahead = Math.min(MOST_AHEAD, following); ahead > 0; ahead -= 1) {
		const body = gather(scene, layout, true, ahead);
		if (body.lines.length <= room) return body;
	}
	return gather(scene, layout, true);
}

/** The lines above the rows: the agent's words and the fields, or what is to be sent; `ahead` pages that follow too. */
function gather(scene: FormScene, layout: FieldLayout, hasOthers: boolean, ahead = 0): Body {
	const { question, view } = scene;
	const { form } = question;
	const body = new Body();
	const pages = pagesOf(form);
	const page = pageAt(form, view.at);
	const isReview = page >= pages.length;
	if (hasOthers || page === 0 || pages.length === 0) addWords(body, scene, layout, pages.length > 0);
	if (isReview && (!isOnePage(form) || !layout.isWhole)) {
		addReview(body, scene, layout);
		return body;
	}
	const start = body.lines.length;
	pages.forEach(({ from, to }, index) => {
		const isCurrent = (index >= page && index <= page + ahead) || pages.length === 1;
		if (!isCurrent) {
			const field = form.fields[from];
			const rest = form.fields.slice(from + 1, to);
			const isBefore = index < page;
			const line = field === undefined || !hasOthers ? [] : [fieldSummary(view, field, rest, layout.width, isBefore)];
			body.add(line, { type: 'field', at: from });
			return;
		}
		for (let at = from; at < to; at += 1) {
			const field = form.fields[at];
			if (field === undefined) continue;
			if (at !== view.at && at > from && !layout.isWhole) {
				body.add([companionLine(view, field, layout.width)], { type: 'field', at });
				continue;
			}
			const beside = at === from ? to - from - 1 : 0;
			const most = Math.max(3, layout.most - (layout.isWhole ? 0 : start) - beside);
			drawField(body, view, field, at, { ...layout, most }, at === view.at);
		}
	});
	return body;
}

/** The form's title, the agent's message and the form's description. */
function addWords(body: Body, { question }: FormScene, layout: FieldLayout, hasFields: boolean): void {
	const { form, message } = question;
	const texts = [form.title, sanitizeText(message).trim(), form.description].filter(
		(text) => text !== undefined && text !== '',
	);
	const most = layout.isWhole ? Number.POSITIVE_INFINITY : Math.max(2, Math.floor(layout.most / 3));
	body.add(words(texts.join('\n'), layout.width, most));
	if (hasFields && layout.isWhole && texts.length > 0) body.add([[]]);
}

/** Lines of one answer in the review. */
const MOST_ANSWER = 4;

function addReview(body: Body, { question, view }: FormScene, { width, isWhole }: FieldLayout): void {
	const problems = new Map(problemsOf(question.form, view).map(({ at, words: why }) => [at, why]));
	question.form.fields.forEach((field, at) => {
		const problem = problems.get(at) ?? problemIn(view, field);
		const lines = sentLines(question.form, view, field);
		const isCompanion = (field.otherOf ?? field.noteOf) !== undefined;
		if (isCompanion && lines.length === 0 && !problems.has(at)) return;
		const value: Span =
			problem !== null && problem !== undefined
				? styled(problem, { color: 'error' })
				: lines.length === 0
					? styled(messages.NO_ANSWER, { color: 'muted' })
					: plain(lines.join(' ⏎ '));
		const lead = isCompanion ? '  ' : '';
		const wrapped = wrapLine([styled(`${lead}${beforeAnswer(field.title)} `, { color: 'muted' }), value], width, {
			indent: [plain(`${lead}  `)],
		});
		const kept = isWhole ? wrapped : wrapped.slice(0, MOST_ANSWER);
		body.add(kept, { type: 'field', at });
	});
}

/** The rows that answer; without the keys they only say what comes. */
function rowsBody({ asked }: FormScene, rows: readonly AnswerRow[], width: number, isReview: boolean): Body {
	const body = new Body();
	// What enter takes is marked from the start.
	const selected = isReview ? (asked.selected ?? 0) : null;
	rows.forEach((row, index) => {
		const line = rowLine(row, index, { ...asked, selected }, width);
		// Without the keys no number stands for them.
		const aside = line.map(({ text }, part) =>
			styled(part === 1 ? '  ' : text, { color: 'muted' as const, dim: true }),
		);
		const shown = isReview ? line : aside;
		body.add([clipLine(shown, width)], { type: 'row', index });
		if (selected === index) body.cursor = { line: body.lines.length - 1, column: 0 };
	});
	return body;
}

/** The first line after so many lines up or down. */
export function scrolled({ top, lastScroll }: DrawnForm, lines: number): number {
	return Math.max(0, Math.min(lastScroll, top + lines));
}
