import type { PlanQuestion } from '../../core/session/question.js';
import { wholeText } from '../../core/text/growing-text.js';
import { weakLast } from '../../core/weak-memo.js';
import { keyOf } from '../keys/keymap.js';
import { type Line, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render-markdown.js';
import { innerWidth } from '../panel/box.js';
import { lineWidth, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { type Overlay, WHOLE_QUESTION } from '../state/screen-layout.js';
import { columnOf } from '../state/transcript-context.js';
import type { QuestionUi } from '../state/ui-state.js';
import { LONG_TEXT, LongText } from '../transcript/text/long-text.js';
import { changedWords, drawQuestion, keyWords, QuestionBody } from './answer-row.js';
import { planRows } from './answer-rows.js';
import { isDraftFree } from './early-keys.js';
import { isLow, type LowSubject, layOutLow } from './low-layout.js';
import { withPlanEdits, wordsApprove } from './plan-words.js';
import { NO_PLAN_TEXT, otherAnswer, WITH_WORDS } from './questions-messages.js';

/** Draws a plan to approve over the transcript, with the three choices, in at most `room` rows: as many as it needs. */
export function renderPlanReview(
	context: ScreenContext,
	question: PlanQuestion,
	view: QuestionUi,
	room: number,
): Overlay {
	const width = innerWidth(context.ui.columns);
	const rows = withPlanEdits(planRows(question, context.session), view);
	const plan = view.edited ?? question.plan;
	const column = Math.min(width, columnOf(context.ui) ?? width);
	const text = reviewed(question, [plan, column], () =>
		plan.length > LONG_TEXT ? longPlan(plan, column) : shortPlan(plan.trim(), column),
	);
	const rest = (lastScroll: number, page: number) => {
		return { answers: rows, lastScroll, questionPage: { ...WHOLE_QUESTION, page } };
	};
	if (isLow(room, rows.length)) {
		const low = layOutLow(lowText(text.all()), rows, view, context.ui.columns, room, { how: '↑↓' });
		return drawQuestion(context, room, low.body, null, rest(low.lastScroll, low.shown));
	}
	const most = Math.max(1, room - 2 - rows.length);
	// Which lines these are is only said where not all of them fit.
	const page = text.height() <= most ? most : Math.max(1, most - 1);
	const { start, shown, lastScroll } = visible(text, view.scroll, page);
	const total = text.height();
	const place = `lines ${start + 1}–${start + shown.length} of ${total} · ↑↓ pageup/pagedown`;
	const name: Line = [
		styled('Plan to approve', { color: 'plan', bold: true }),
		...(view.edited === undefined ? [] : [styled(' · with your edits', { color: 'info' })]),
		...changedWords(context.ui, view),
	];
	const isWriting = view.isFeedback || !isDraftFree(context.ui);
	const title = [...name, ...(isWriting ? wordsLine(context, width - 2 - lineWidth(name)) : keyWords(context, view))];
	const body = new QuestionBody();
	const below: Line[] = total > page ? [[styled(place, { color: 'muted' })]] : shown.length < most ? [[]] : [];
	body.add([...shown, ...below]);
	body.addAnswers(rows, view, width);
	return drawQuestion(context, room, body, { title, color: 'plan' }, rest(lastScroll, shown.length));
}

/** Answer that enter gives with the words below the plan; and the key for another one, where there is room for it. */
function wordsLine(context: ScreenContext, room: number): Line {
	const does = wordsApprove(context) ? 'approve' : context.session.mode.mode === 'plan' ? 'keep' : 'reject';
	const key = keyOf(context.table, 'plan-words');
	const words = styled(WITH_WORDS[does], { color: does === 'approve' ? 'success' : 'info' });
	const other = key === null ? [] : [styled(otherAnswer(key, does === 'approve'), { color: 'muted' })];
	return lineWidth([words, ...other]) <= room ? [words, ...other] : [words];
}

/** A plan has no shorter form. */
function lowText(lines: readonly Line[]): LowSubject {
	return { whole: lines, lineCount: lines.length, closed: lines, brief: lines };
}

/** A plan as lines. Of a long one only what is looked at is laid out, and the height may change by that. */
type PlanText = {
	readonly height: () => number;
	readonly line: (index: number) => Line;
	readonly all: () => readonly Line[];
};

/** Looking at lines may change how many there are: the last ones are only found by looking a few times. */
const MOST_ROUNDS = 8;

function visible(text: PlanText, scroll: number, room: number) {
	for (let round = 0; ; round += 1) {
		const height = text.height();
		const lastScroll = Math.max(0, height - room);
		const start = Math.min(scroll, lastScroll);
		const shown = Array.from({ length: Math.min(room, height - start) }, (_, row) => text.line(start + row));
		if (text.height() === height || round === MOST_ROUNDS) return { start, shown, lastScroll };
	}
}

const reviewed = weakLast<PlanQuestion, PlanText>();

function longPlan(plan: string, width: number): PlanText {
	const long = new LongText();
	long.take(wholeText('plan', plan.trim()), { width, marker: [], isStreaming: false });
	return long;
}

function shortPlan(plan: string, width: number): PlanText {
	const lines =
		plan === '' ? wrapLine([styled(NO_PLAN_TEXT, { color: 'warning' })], width) : renderMarkdown(plan, { width });
	return { height: () => lines.length, line: (index) => lines[index] ?? [], all: () => lines };
}
