import { sponsorsOf } from '../../core/session/place.js';
import type { Ask, SessionState } from '../../core/session/state.js';
import { truncate } from '../../core/text/width.js';
import { box, innerWidth } from '../frame/box.js';
import { type Line, type Span, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { type AskView, isDraftEmpty } from '../state/ui-state.js';
import { oneLine } from '../transcript/block-summary.js';
import { renderAlways } from './always-panel.js';
import { mayAnswer } from './answer-guard.js';
import { type AnswerRow, NEVER_WHOLE, permissionRows } from './answers.js';
import { answerLines, isLow, layOutLow, openRows } from './low-layout.js';
import { isDraftAnswer } from './question-keys.js';
import type { QuestionView } from './question-view.js';
import { reasonSentence } from './reason.js';
import { type AskSubject, askSubject } from './subject.js';

/** A permission prompt, drawn: what, where, the diff or the exact command, the answers. */
export type AskPanel = {
	readonly lines: readonly Line[];
	readonly rows: readonly AnswerRow[];
	/** The furthest that the opened subject can be scrolled; 0 when all of it is shown. */
	readonly lastScroll: number;
	readonly question: QuestionView;
};

/** Draws the question in front, at most `height` rows. */
export function renderAsk(context: ScreenContext, ask: Ask, view: AskView, height: number): AskPanel {
	if (view.always !== null) return renderAlways(context, ask, view.always, view, height);
	const { session, ui } = context;
	const width = innerWidth(ui.columns);
	const subject = askSubject(ask, session.cwd, width, ui.looks.diffs ?? 'auto');
	const why: Line = [...behalf(ask, session), styled(reasonSentence(ask.because), { color: 'muted' })];
	const { mode } = session.mode;
	const opener = ask.kind === 'question' ? 'tab' : 'o';
	const optionCount = permissionRows(ask, false, mode).length;
	const words = wordsHint(context);
	const wasOpened = view.isOpen || view.wasOpen;
	// Once opened, everything could be scrolled to: what is allowed was in reach. What cannot be shown never is.
	const rowsOf = (isCut: boolean): readonly AnswerRow[] => {
		const isNever = wasOpened || !subject.isLong ? subject.isCut : subject.isKnownCut;
		if (isNever) return permissionRows(ask, true, mode, NEVER_WHOLE);
		return permissionRows(ask, !wasOpened && (isCut || subject.isLong), mode);
	};
	if (isLow(height, optionCount)) {
		const notes = { why, how: opener, foot: words === '' ? null : [styled(words, { color: 'info' as const })] };
		const { isCut } = layOutLow(subject, rowsOf(false), view, ui.columns, height, notes);
		const low = layOutLow(subject, rowsOf(isCut), view, ui.columns, height, notes);
		const question = { isCut: low.isCut, page: openRows(height), areAnswersHidden: view.isOpen && height > 2 };
		return { lines: low.lines, rows: rowsOf(isCut), lastScroll: low.lastScroll, question };
	}
	// Box edges, the reason, and one row an answer: what is left shows the subject.
	const room = Math.max(1, height - 3 - optionCount);
	const fitting = view.isOpen ? subject.whole : fittingForm(subject, room);
	const isCut = fitting.length > room || (!view.isOpen && fitting.length < subject.lineCount);
	const page = fitting.length > room || isCut ? room - 1 : room;
	const lastScroll = view.isOpen ? Math.max(0, fitting.length - page) : 0;
	const start = view.isOpen ? Math.min(view.scroll, lastScroll) : 0;
	const shown = fitting.slice(start, start + page);
	const more: Line[] = isCut
		? [cutLine(view, start, shown.length, view.isOpen ? fitting.length : subject.lineCount, opener)]
		: [];
	const rows = rowsOf(isCut);
	const free = room - shown.length - more.length;
	// Air between what and why, where there is room for it; else the rest of why.
	const reason = wrapLine(why, width).slice(0, 1 + free);
	const gap: Line[] = reason.length <= free ? [[]] : [];
	const spare = free - reason.length - gap.length + 1;
	const lines = [...shown, ...more, ...gap, ...reason, ...answerLines(rows, 0, view, width, spare)];
	const others = session.asks.length - 1;
	const count = others > 0 ? ` · ${others} more after it` : '';
	const title: Line = [
		styled(`${TITLES[ask.kind]}${count}`, { color: 'warning', bold: true }),
		...(words !== '' ? [styled(` · ${words} · esc puts them aside`, { color: 'info' as const })] : hint(context, view)),
	];
	return {
		lines: box(lines, ui.columns, { title, color: 'warning' }),
		rows,
		lastScroll,
		question: { isCut, page: Math.max(1, page), areAnswersHidden: false },
	};
}

/** The fullest form that fits; where none does, the start of what decides. */
function fittingForm({ closed, brief }: AskSubject, room: number): readonly Line[] {
	if (closed.length <= room) return closed;
	return brief.length < room ? brief : closed;
}

/** Who of the agent's helpers wants it; nothing when the agent itself does. */
function behalf(ask: Ask, session: SessionState): Span[] {
	const sponsors = sponsorsOf(session, ask.toolCallId);
	if (sponsors.length === 0) return [];
	const name = oneLine(sponsors.at(-1) ?? '');
	return [styled(name === '' ? 'For a sub-agent. ' : `For “${truncate(name, 40)}”. `, { color: 'info' })];
}

const TITLES: Readonly<Record<Ask['kind'], string>> = {
	permission: 'Permission',
	'exit-plan': 'Permission',
	refusals: 'Plan mode',
	confirm: 'Confirm',
	question: 'The agent asks',
};

/** What enter does with the words in the draft; empty when there are none. */
function wordsHint(context: ScreenContext): string {
	if (isDraftEmpty(context.ui)) return '';
	const { text } = context.ui.composer.draft;
	if (/^[/!]/.test(text)) return 'enter leaves the question open';
	if (!isDraftAnswer(context)) return 'enter queues your words';
	const isAnswer = context.session.asks[0]?.takesWords === true;
	return isAnswer ? 'enter answers with your words' : 'enter rejects and sends your words';
}

/** That it is not the request that stood here before. */
export function changedHint(view: AskView): Span[] {
	return view.changedAt === null
		? []
		: [styled(' · this request changed: read it again', { color: 'error', bold: true })];
}

function hint({ ui, now }: ScreenContext, view: AskView): Span[] {
	return [
		...changedHint(view),
		...(mayAnswer(view, true, ui.lastKeyAt, now)
			? []
			: [styled(' · keys go to your message until you pause', { color: 'muted' as const })]),
	];
}

function cutLine(view: AskView, start: number, shown: number, total: number, key: string): Line {
	const text = view.isOpen
		? `⋯ lines ${start + 1}–${start + shown} of ${total} · pageup/pagedown`
		: `⋯ ${total - shown} more lines · ${key} shows them`;
	return [styled(text, { color: 'warning' })];
}
