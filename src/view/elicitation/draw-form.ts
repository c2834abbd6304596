import type { Form } from '../../core/elicitation/form.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { weakMemo } from '../../core/weak-memo.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { Body, drawBody, innerWidth, KEPT_IN_SIGHT, windowOn } from '../panel/box.js';
import { rowLine } from '../questions/answer-row.js';
import { inSession } from '../questions/permission-panel.js';
import { clipLine, wrapLine } from '../spans.js';
import { type AnswerRow, type Overlay, WHOLE_QUESTION } from '../state/screen-layout.js';
import * as messages from './elicitation-messages.js';
import { companionLine, drawField, type FieldLayout, fieldSummary, words } from './field-lines.js';
import { beforeAnswer, problemIn, problemsOf, reviewRows, sentLines } from './form-ui.js';
import { calledFor, type FormScene, titleRemarks } from './scene.js';

export type DrawnForm = Overlay & {
	/** The first line of what can be scrolled, and how many of its lines are visible. */
	readonly top: number;
	readonly page: number;
};

/** With fewer rows there is no frame. */
const LEAST_BOXED = 12;

/** Draws the form in front, in at most `room` rows. */
export function drawForm(scene: FormScene, room: number): DrawnForm {
	const { columns } = scene.context.ui;
	const isBoxed = room >= LEAST_BOXED && columns >= 30;
	const height = isBoxed ? room - Math.min(KEPT_IN_SIGHT, Math.floor(room / 4)) - 2 : Math.max(1, room - 1);
	const width = isBoxed ? innerWidth(columns) : Math.max(1, columns - 1);
	const { body, rows, ...place } = layOut(scene, width, height);
	const title = titleOf(scene);
	const bare = new Body();
	bare.add([title]);
	bare.append(body);
	const drawn = isBoxed
		? drawBody(body, { title, color: 'warning' }, columns, room)
		: drawBody(bare, null, columns, Math.min(room, bare.lines.length));
	return { ...drawn, ...place, answers: rows, questionPage: WHOLE_QUESTION, room };
}

function titleOf(scene: FormScene): Line {
	const { question, view, context } = scene;
	const { form } = question;
	const pages = pagesOf(form).length;
	const page = pageAt(form, view.at);
	const where = pages < 2 ? '' : page < pages ? ` · field ${page + 1} of ${pages}` : ' · review';
	return [
		styled(messages.asks(truncate(question.agent, 30)), { color: 'warning', bold: true }),
		styled(messages.forCall(truncate(calledFor(scene), 30)), { color: 'warning' }),
		styled(`${inSession(context.ui)}${where}`, { color: 'warning' }),
		...titleRemarks(scene),
	];
}

type LaidOut = Pick<DrawnForm, 'top' | 'page' | 'lastScroll'> & {
	readonly body: Body;
	readonly rows: readonly AnswerRow[];
};

/** Lays out the whole form where it fits, else the part with the focus; scrolled, all of it. */
function layOut(scene: FormScene, width: number, height: number): LaidOut {
	const { question, view } = scene;
	const { form } = question;
	const isReview = view.at >= form.fields.length;
	const rows = isReview || isOnePage(form) ? reviewRows(question, view) : [];
	const pinned = rowsBody(scene, rows, width, isReview);
	const gap = pinned.lines.length > 0 ? 1 : 0;
	const whole = gatherAhead(scene, { width, most: height, isWhole: true }, height - gap - pinned.lines.length);
	const shown = whole.lines.length;
	if (shown + gap + pinned.lines.length <= height && view.scroll === null) {
		const body = windowOn(whole, { top: 0, shown, gap, position: null }, pinned);
		return { body, rows, top: 0, page: shown, lastScroll: 0 };
	}
	// A field that leaves no room for the rows has the screen to itself.
	const isKept = isReview || (height - pinned.lines.length >= shown && gap === 1);
	const kept = isKept ? pinned : new Body();
	const room = Math.max(1, height - kept.lines.length);
	const brief = view.scroll === null ? gather(scene, { width, most: room, isWhole: false }, false) : whole;
	const count = brief.lines.length;
	const isCut = count > room && room > 1;
	const page = isCut ? room - 1 : room;
	const last = Math.max(0, count - page);
	const top = view.scroll === null ? brief.topFor(page) : Math.max(0, Math.min(last, view.scroll));
	const position = isCut ? `⋯ ${top + 1}–${Math.min(count, top + page)} of ${count} lines · pageup/pagedown` : null;
	return {
		body: windowOn(brief, { top, shown: page, gap: 0, position }, kept),
		rows: isKept ? rows : [],
		top,
		page,
		// There is something to scroll where words end early as well.
		lastScroll: Math.max(last, shown - page, 0),
	};
}

/** Pages drawn below the focused one, if there is room. */
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
			body.add(line, { type: 'form-field', at: from });
			return;
		}
		for (let at = from; at < to; at += 1) {
			const field = form.fields[at];
			if (field === undefined) continue;
			if (at !== view.at && at > from && !layout.isWhole) {
				body.add([companionLine(view, field, layout.width)], { type: 'form-field', at });
				continue;
			}
			const companionRows = at === from ? to - from - 1 : 0;
			const most = Math.max(3, layout.most - (layout.isWhole ? 0 : start) - companionRows);
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
		body.add(kept, { type: 'form-field', at });
	});
}

/** The rows that answer; without the keys they only say what comes. */
function rowsBody({ asked }: FormScene, rows: readonly AnswerRow[], width: number, isReview: boolean): Body {
	const body = new Body();
	// The row that enter takes is marked from the start.
	const selected = isReview ? (asked.selected ?? 0) : null;
	rows.forEach((row, index) => {
		const line = rowLine(row, index, { ...asked, selected }, width);
		// Without the keys no number stands for them.
		const muted = line.map(({ text }, part) =>
			styled(part === 1 ? '  ' : text, { color: 'muted' as const, dim: true }),
		);
		const shown = isReview ? line : muted;
		body.add([clipLine(shown, width)], { type: 'form-row', index });
		if (selected === index) body.cursor = { line: body.lines.length - 1, column: 0 };
	});
	return body;
}

export function scrolled({ top, lastScroll }: DrawnForm, lines: number): number {
	return Math.max(0, Math.min(lastScroll, top + lines));
}

/** Fields that are shown together: a choice, and the texts beside it. `to` is behind the last. */
type FormPage = { readonly from: number; readonly to: number };

const pagesOf = weakMemo((form: Form): readonly FormPage[] => {
	const pages: FormPage[] = [];
	form.fields.forEach((field, index) => {
		const last = pages.at(-1);
		const main = last === undefined ? undefined : form.fields[last.from];
		if (last !== undefined && main !== undefined && (field.otherOf ?? field.noteOf) === main.name)
			pages[pages.length - 1] = { ...last, to: index + 1 };
		else pages.push({ from: index, to: index + 1 });
	});
	return pages;
});

/** The index of the page that holds a field; the number of pages for the review. */
function pageAt(form: Form, at: number): number {
	const pages = pagesOf(form);
	const index = pages.findIndex(({ to }) => at < to);
	return index < 0 ? pages.length : index;
}

/** True where one page holds everything: it shares the screen with the rows of the review. */
function isOnePage(form: Form): boolean {
	return pagesOf(form).length <= 1;
}
