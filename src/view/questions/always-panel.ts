import type { AlwaysOffer, Mode, RuleScope } from '../../core/policy/policy-types.js';
import type { Question } from '../../core/session/question.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { type BodyFrame, innerWidth } from '../panel/box.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { type AnswerRow, type Overlay, WHOLE_QUESTION } from '../state/screen-layout.js';
import type { QuestionUi } from '../state/ui-state.js';
import { shortDirectory } from '../status/session-words.js';
import { drawQuestion, keyWords, QuestionBody } from './answer-row.js';
import { ownOffers, permissionRows, rememberedOption } from './answer-rows.js';
import { holdWords } from './detail-messages.js';
import * as messages from './questions-messages.js';

/** Fewer columns hold few words in a title. */
const NARROW = 60;

/** The second step of «always»: the rule that would be written, if one can be stated, and the rows. */
type AlwaysStep = { readonly offer: AlwaysOffer | undefined; readonly rows: readonly AnswerRow[] };

/** `isShown`: the rule fits on the screen whole; a rule that does not can be chosen by no row. */
export function alwaysStep(context: ScreenContext, question: Question, index: number, isShown = true): AlwaysStep {
	const { mode } = context.session.mode;
	const offers = ownOffers(question, mode);
	const offer = offers[index];
	return { offer, rows: offer === undefined ? theirRows(question, mode) : ourRows(context, question, index, isShown) };
}

/**
 * The exact rule that would be written, what it allows in words, and how far it may reach; where none can be stated, what
 * the agent offers and what that means. Nothing is written before a row is chosen.
 */
export function renderAlways(
	context: ScreenContext,
	question: Question,
	index: number,
	view: QuestionUi,
	height: number,
	room: number,
): Overlay {
	const { columns } = context.ui;
	const width = innerWidth(columns);
	const whole = alwaysStep(context, question, index);
	const { offer } = whole;
	const drawn = ({ rows }: AlwaysStep, lines: readonly Line[], cells: number, frame: BodyFrame | null): Overlay => {
		const body = new QuestionBody();
		body.add(lines);
		body.addAnswers(rows, view, cells);
		return drawQuestion(context, room, body, frame, { answers: rows, lastScroll: 0, questionPage: WHOLE_QUESTION });
	};
	const written = columns < NARROW ? ' · esc goes back' : ' · nothing is written yet · esc goes back';
	const title: Line = [
		styled('Always allow', { color: 'warning', bold: true }),
		...keyWords(context, view, [styled(written, { color: 'muted' })]),
	];
	const boxed = (lines: readonly Line[]): Overlay => drawn(whole, lines, width, { title, color: 'warning' });
	if (offer === undefined) {
		const words = whole.rows.length === 0 ? messages.NOTHING_IN_PLAN : messages.THEIRS;
		return boxed(wrapLine([styled(words, { color: 'warning' })], width));
	}
	const rule = [...field('rule    ', offer.text, width, true), ...field('allows  ', offer.words, width, false)];
	const left = height - 2 - whole.rows.length;
	if (rule.length > left) {
		// On a low screen the frame goes, and what the lines are.
		const bare = [...field('', offer.text, columns - 1, true), ...field('', offer.words, columns - 1, false)];
		const bareRoom = height - whole.rows.length;
		const step = alwaysStep(context, question, index, bare.length <= bareRoom);
		return drawn(step, bare.slice(0, Math.max(1, bareRoom)), columns - 1, null);
	}
	const remarks = wrapLine(
		[styled('Never in plan mode; rules that deny or ask win. /permissions removes it.', { color: 'muted' })],
		width,
	);
	// The command's sandbox is shown before how rules work.
	const held = heldLines(question, width);
	const withHeld = rule.length + held.length <= left ? [...rule, ...held] : rule;
	const said = withHeld.length + remarks.length <= left ? [...withHeld, ...remarks] : withHeld;
	return boxed([...said, ...(said.length < left ? [[]] : [])]);
}

/** The agent's own «always», for where ours cannot be stated. */
function theirRows(question: Question, mode: Mode): readonly AnswerRow[] {
	const isTheirs = ({ answer }: AnswerRow) => answer?.type === 'event' && answer.kind === 'allow_always';
	return permissionRows(question, false, mode)
		.filter(isTheirs)
		.map((row) => ({ ...row, keys: '' }));
}

function heldLines(question: Question, width: number): Line[] {
	const held = question.kind === 'permission' && question.hold !== undefined ? holdWords(question.hold) : null;
	return held === null ? [] : field('sandbox ', `${held.name}: ${held.words}`, width, false);
}

function field(name: string, text: string, width: number, isRule: boolean): Line[] {
	return wrapLine([styled(name, { color: 'muted' }), styled(sanitizeLine(text), { bold: isRule })], width, {
		hard: isRule && 'words',
		indent: [plain(' '.repeat(name.length))],
	});
}

function ourRows(context: ScreenContext, question: Question, index: number, isShown: boolean): readonly AnswerRow[] {
	const offers = ownOffers(question, context.session.mode.mode);
	const option = rememberedOption(question);
	const outcome = option === null ? null : ({ type: 'selected', optionId: option.id } as const);
	const { id: questionId } = question;
	const text = offers[index]?.text ?? '';
	const row = (scope: RuleScope, label: string, remark: string, shortRemark: string): AnswerRow => ({
		label,
		keys: '',
		answer:
			outcome === null || !isShown
				? null
				: { type: 'event', event: { type: 'answer', questionId, outcome, remember: { text, scope } } },
		because: isShown ? 'the agent offers no plain “allow once”' : 'the rule does not fit on this screen',
		remark,
		shortRemarks: [shortRemark],
	});
	const next = (index + 1) % Math.max(1, offers.length);
	const other = offers[next];
	return [
		row('session', ...messages.IN_SESSION),
		row('project', ...messages.inProject(shortDirectory(context.session.cwd, context.home))),
		row('everywhere', ...messages.EVERYWHERE),
		...(other === undefined || next === index
			? []
			: [
					{
						label: next === 0 ? 'The exact rule instead' : 'A wider rule instead',
						keys: '',
						answer: { type: 'always' as const, offer: next },
						because: '',
						remark: ` ${sanitizeLine(other.text)}`,
					},
				]),
	];
}
