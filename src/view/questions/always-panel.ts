import type { AlwaysOffer, Mode, RuleScope } from '../../core/policy/types.js';
import type { Question } from '../../core/session/question.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { clipLine, wrapLine } from '../spans.js';
import type { AnswerRow } from '../state/answer.js';
import type { ScreenContext } from '../state/context.js';
import { type QuestionPanel, WHOLE_QUESTION } from '../state/question-page.js';
import type { QuestionUi } from '../state/ui-state.js';
import { shortDirectory } from '../status/session-words.js';
import { mayAnswer } from './answer-guard.js';
import { rowLine } from './answer-row.js';
import { ownOffers, permissionRows, rememberedOption } from './answers.js';
import { holdWords } from './detail-messages.js';
import { holdsEarlyKeys } from './early-keys.js';
import * as messages from './questions-messages.js';

/** Fewer columns hold few words in a title. */
const NARROW = 60;

/**
 * The exact rule that would be written, what it allows in words, and how far it may reach. Nothing is
 * written before a row is chosen, and none can be where the rule does not fit on the screen whole.
 */
export function renderAlways(
	context: ScreenContext,
	question: Question,
	index: number,
	view: QuestionUi,
	height: number,
): QuestionPanel {
	const width = innerWidth(context.ui.columns);
	const offers = ownOffers(question, context.session.mode.mode);
	const offer = offers[index];
	const written = context.ui.columns < NARROW ? messages.NOTHING_WRITTEN_LOW : messages.NOTHING_WRITTEN;
	const title: Line = [
		styled(messages.ALWAYS_TITLE, { color: 'warning', bold: true }),
		holdsEarlyKeys(context.ui)
			? styled(messages.PRESS_AGAIN, { color: 'info' })
			: styled(mayAnswer(view, true, context.ui.lastKeyAt, context.now) ? written : messages.KEYS_WAIT, {
					color: 'muted',
				}),
	];
	if (offer === undefined) return renderTheirs(context, question, view, title);
	const rule = describe(offer, width);
	const others = offers.length > 1 ? 4 : 3;
	const room = height - 2 - others;
	if (rule.length > room) return renderBare(context, question, offers, index, view, height);
	const rows = alwaysRows(context, question, offers, index, true);
	const remarks = wrapLine([styled(messages.RULE_REMARK, { color: 'muted' })], width);
	// What such a command may do comes before how rules work.
	const held = heldLines(question, width);
	const withHeld = rule.length + held.length <= room ? [...rule, ...held] : rule;
	const said = withHeld.length + remarks.length <= room ? [...withHeld, ...remarks] : withHeld;
	const lines = [...said, ...(said.length < room ? [[]] : []), ...rows.map((row, at) => rowLine(row, at, view, width))];
	return {
		lines: box(lines, context.ui.columns, { title, color: 'warning' }),
		rows,
		lastScroll: 0,
		questionPage: WHOLE_QUESTION,
	};
}

/** Where no rule of ours can be stated: what the agent offers, and what that means, before anything is answered. */
function renderTheirs(context: ScreenContext, question: Question, view: QuestionUi, title: Line): QuestionPanel {
	const { columns } = context.ui;
	const width = innerWidth(columns);
	const rows = theirAlwaysRows(question, context.session.mode.mode);
	const words = rows.length === 0 ? messages.NOTHING_IN_PLAN : messages.THEIRS;
	const lines = [
		...wrapLine([styled(words, { color: 'warning' })], width),
		...rows.map((row, at) => rowLine(row, at, view, width)),
	];
	return { lines: box(lines, columns, { title, color: 'warning' }), rows, lastScroll: 0, questionPage: WHOLE_QUESTION };
}

/** The agent's own «always», for where ours cannot be stated. */
export function theirAlwaysRows(question: Question, mode: Mode): readonly AnswerRow[] {
	const isTheirs = ({ answer }: AnswerRow) => answer?.type === 'option' && answer.option?.kind === 'allow_always';
	return permissionRows(question, false, mode)
		.filter(isTheirs)
		.map((row) => ({ ...row, keys: '' }));
}

/** On a low screen the frame goes, and what the lines are. */
function renderBare(
	context: ScreenContext,
	question: Question,
	offers: readonly AlwaysOffer[],
	index: number,
	view: QuestionUi,
	height: number,
): QuestionPanel {
	const { columns } = context.ui;
	const offer = offers[index];
	const rule =
		offer === undefined ? [] : [...field('', offer.text, columns, true), ...field('', offer.words, columns, false)];
	const room = height - (offers.length > 1 ? 4 : 3);
	const rows = alwaysRows(context, question, offers, index, rule.length <= room);
	const lines = [...rule.slice(0, Math.max(1, room)), ...rows.map((row, at) => rowLine(row, at, view, columns))];
	return { lines: lines.map((line) => clipLine(line, columns)), rows, lastScroll: 0, questionPage: WHOLE_QUESTION };
}

function describe({ text, words }: AlwaysOffer, width: number): Line[] {
	return [...field('rule    ', text, width, true), ...field('allows  ', words, width, false)];
}

/** What the sandbox lets the command do that such a rule lets through. */
function heldLines(question: Question, width: number): Line[] {
	const held = question.kind === 'permission' && question.hold !== undefined ? holdWords(question.hold) : null;
	return held === null ? [] : field('sandbox ', `${held.name}: ${held.words}`, width, false);
}

function field(name: string, text: string, width: number, isRule: boolean): Line[] {
	return wrapLine([styled(name, { color: 'muted' }), styled(sanitizeLine(text), { bold: isRule })], width, {
		hard: isRule,
		indent: [plain(' '.repeat(name.length))],
	});
}

/** The rows of the second step: how far the rule reaches, and the other rule where there is one. */
export function alwaysRows(
	context: ScreenContext,
	question: Question,
	offers: readonly AlwaysOffer[],
	index: number,
	isShown: boolean,
): readonly AnswerRow[] {
	const option = rememberedOption(question);
	const text = offers[index]?.text ?? '';
	const row = (scope: RuleScope, label: string, aside: string, shortAside: string): AnswerRow => ({
		label,
		keys: '',
		answer:
			option === null || !isShown
				? null
				: { type: 'remember', outcome: { type: 'selected', optionId: option.id }, text, scope },
		because: isShown ? messages.NO_PLAIN_ALLOW : messages.RULE_TOO_LONG,
		aside,
		shortAsides: [shortAside],
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
						label: next === 0 ? messages.EXACT_RULE : messages.WIDER_RULE,
						keys: '',
						answer: { type: 'always' as const, offer: next },
						because: '',
						aside: ` ${sanitizeLine(other.text)}`,
					},
				]),
	];
}
