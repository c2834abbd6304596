import { chooseOption } from '../../core/policy/choose-option.js';
import type { AlwaysOffer, RuleScope } from '../../core/policy/types.js';
import type { Ask } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { clipLine, wrapLine } from '../spans.js';
import { rowLine } from './answer-row.js';
import { mayAnswer } from './ask-guard.js';
import type { AnswerRow } from './ask-options.js';
import { box, innerWidth } from './box.js';
import type { ScreenContext } from './context.js';
import { shortDirectory } from './header.js';
import type { AskView } from './ui-state.js';

/** The second step of «always allow», drawn. */
export type AlwaysPanel = {
	readonly lines: readonly Line[];
	readonly rows: readonly AnswerRow[];
	readonly lastScroll: number;
};

/**
 * The exact rule that would be written, what it allows in words, and how far it may reach. Nothing is
 * written before a row is chosen, and none can be where the rule does not fit on the screen whole.
 */
export function renderAlways(
	context: ScreenContext,
	ask: Ask,
	index: number,
	view: AskView,
	height: number,
): AlwaysPanel {
	const width = innerWidth(context.ui.columns);
	const offers = context.session.mode.mode === 'plan' ? [] : (ask.offers ?? []);
	const offer = offers[index];
	const title: Line = [
		styled('Always allow', { color: 'warning', bold: true }),
		styled(
			mayAnswer(view, true, context.ui.lastKeyAt, context.now)
				? ' · nothing is written yet · esc goes back'
				: ' · your keys still go to the draft',
			{ color: 'muted' },
		),
	];
	if (offer === undefined) {
		const none: Line = [styled('In plan mode nothing is allowed for later.', { color: 'warning' })];
		return { lines: box([none], context.ui.columns, { title, color: 'warning' }), rows: [], lastScroll: 0 };
	}
	const rule = describe(offer, width);
	const others = offers.length > 1 ? 4 : 3;
	const room = height - 2 - others;
	if (rule.length > room) return renderBare(context, ask, offers, index, view, height);
	const rows = alwaysRows(context, ask, offers, index, true);
	const remarks = wrapLine([styled(REMARK, { color: 'muted' })], width);
	const lines = [
		...rule,
		...(rule.length + remarks.length <= room ? remarks : []),
		...(rule.length + remarks.length < room ? [[]] : []),
		...rows.map((row, at) => rowLine(row, at, view)),
	];
	return { lines: box(lines, context.ui.columns, { title, color: 'warning' }), rows, lastScroll: 0 };
}

const REMARK = 'Never in plan mode; rules that deny or ask win. /permissions removes it.';

/** On a low screen the frame goes, and what the lines are. */
function renderBare(
	context: ScreenContext,
	ask: Ask,
	offers: readonly AlwaysOffer[],
	index: number,
	view: AskView,
	height: number,
): AlwaysPanel {
	const { columns } = context.ui;
	const offer = offers[index];
	const rule =
		offer === undefined ? [] : [...field('', offer.text, columns, true), ...field('', offer.words, columns, false)];
	const room = height - (offers.length > 1 ? 4 : 3);
	const rows = alwaysRows(context, ask, offers, index, rule.length <= room);
	const lines = [...rule.slice(0, Math.max(1, room)), ...rows.map((row, at) => rowLine(row, at, view))];
	return { lines: lines.map((line) => clipLine(line, columns)), rows, lastScroll: 0 };
}

function describe({ text, words }: AlwaysOffer, width: number): Line[] {
	return [...field('rule    ', text, width, true), ...field('allows  ', words, width, false)];
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
	ask: Ask,
	offers: readonly AlwaysOffer[],
	index: number,
	isShown: boolean,
): readonly AnswerRow[] {
	const option = chooseOption(ask.options, 'allow');
	const text = offers[index]?.text ?? '';
	const row = (scope: RuleScope, label: string, aside: string): AnswerRow => ({
		label,
		keys: '',
		answer:
			option === null || !isShown
				? null
				: { type: 'remember', outcome: { type: 'selected', optionId: option.id }, text, scope },
		because: isShown ? 'the agent offers no plain “allow once”' : 'the rule does not fit on this screen',
		isExtra: false,
		aside,
	});
	const next = (index + 1) % Math.max(1, offers.length);
	const other = offers[next];
	return [
		row('session', 'In this session', ' until you leave or begin a new one'),
		row('project', 'In this project', ` ${shortDirectory(context.session.cwd, context.home)}, also after a restart`),
		row('everywhere', 'Everywhere', ' in every project, also after a restart'),
		...(other === undefined || next === index
			? []
			: [
					{
						label: next === 0 ? 'The exact rule instead' : 'A wider rule instead',
						keys: '',
						answer: { type: 'always' as const, offer: next },
						because: '',
						isExtra: false,
						aside: ` ${sanitizeLine(other.text)}`,
					},
				]),
	];
}
