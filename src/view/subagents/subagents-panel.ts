import { eachEntry, findCallIndex } from '../../core/session/entries/entry-list.js';
import { isNonblocking } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import type { SubagentNode } from '../../core/session/subagent-tree.js';
import { activeTime, isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { announceEntry } from '../linear/entry-announcement.js';
import { innerWidth } from '../panel/box.js';
import { openPanel } from '../panel/engine.js';
import { type PanelAction, type PanelKind, type PanelRow, panelOf } from '../panel/panel.js';
import { clipLine, firstLines, padLine, wrapLine } from '../spans.js';
import { oneLine, sentence, spokenTime } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import { inSubagentView, outOfSubagentViews, subagentViewIn } from '../state/subagent-view.js';
import { show, type UiStep } from '../state/ui-step.js';
import {
	endWords,
	questionOf,
	questionWords,
	rowsOf,
	statusSign,
	statusWords,
	timeText,
	titleOf,
	tokensText,
	wholeOf,
} from './subagent-words.js';
import { entriesOfCard, openTranscript } from './transcript-view.js';

/** Opens the tree of sub-agents; `card`, where one is named, is the card whose transcript is opened at once. */
export function open(context: ScreenContext, card: string): UiStep {
	const session = wholeOf(context);
	if (card !== '' && findCallIndex(session, card) >= 0) {
		return show(openTranscript(inSubagentView(context), card, null));
	}
	// The tree is of the conversation: a transcript that is open is left.
	const shown = subagentViewIn(context.ui)?.cardId ?? null;
	const ui = outOfSubagentViews(context.ui, session);
	return show(openPanel({ ...context, ui }, subagentsPanel, firstOf(session, shown)));
}

/** The sub-agent that the tree opens at, by its id: the one whose transcript was shown, else one that waits, or works. */
function firstOf(session: SessionState, shown: string | null): string | null {
	const nodes = rowsOf(session);
	const first =
		nodes.find(({ subagent }) => subagent.cardId === shown) ??
		nodes.find(({ subagent }) => subagent.status === 'waiting') ??
		nodes.find(({ subagent }) => isAtWork(subagent)) ??
		nodes.at(-1);
	return first?.subagent.id ?? null;
}

const HAS_ENDED = 'It has ended already';
const GONE = 'Its transcript is no longer here';

type SubagentRow = PanelRow & { readonly subagent: Subagent };

/** The tree of sub-agents; its own state is the one that it opened at. */
const subagentsPanel: PanelKind<string | null> = {
	name: 'subagents',
	keys: 'subagents',
	coversDraft: true,
	panel(context, first) {
		const nodes = rowsOf(wholeOf(context));
		const isClockShown = nodes.some(({ subagent }) => subagent.activeSince !== undefined);
		return panelOf({
			title: 'Sub-agents',
			titleNote: countWords(nodes),
			rows: nodes.map((node) => rowOf(context, node)),
			empty: 'This agent has started no sub-agents.',
			...(first === null ? {} : { first }),
			actions: (row: SubagentRow | undefined) => (row === undefined ? [] : actionsOf(context, row.subagent)),
			detail: ({ subagent }: SubagentRow, width, rows) => detailLines(context, subagent, width, rows),
			wakeAt: isClockShown ? context.now - (context.now % 1000) + 1000 : null,
			spoken: { title: `Sub-agents, ${nodes.length}` },
		});
	},
};

/** Counts of sub-agents: running, waiting, all. */
function countWords(nodes: readonly SubagentNode[]): string {
	if (nodes.length === 0) return '';
	const of = (status: Subagent['status']): number => nodes.filter(({ subagent }) => subagent.status === status).length;
	const [running, waiting] = [of('running'), of('waiting')];
	return [
		...(running > 0 ? [`${running} running`] : []),
		...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`] : []),
		...(running + waiting === nodes.length ? [] : [`${nodes.length} in all`]),
	].join(' · ');
}

function rowOf(context: ScreenContext, node: SubagentNode): SubagentRow {
	const { subagent, depth } = node;
	const { sign, color } = statusSign(subagent);
	const indent = Math.min(depth * 2, Math.floor(innerWidth(context.ui.columns) / 4));
	return {
		id: subagent.id,
		label: titleOf(subagent),
		signs: [
			styled(depth === 0 ? '' : `${' '.repeat(indent - 2)}└ `, { color: 'muted' }),
			styled(`${sign} `, { color }),
		],
		edge: (width) => (width >= WIDE ? figureColumns(subagent, context.now) : [timeSpan(subagent, context.now)]),
		spoken: rowWords(context, node),
		subagent,
	};
}

function timeSpan(subagent: Subagent, now: number): Span {
	return styled(timeText(subagent, now), { color: 'muted' });
}

function figureColumns(subagent: Subagent, now: number): Line {
	const tokens = tokensText(subagent);
	const columns: readonly (readonly [Span, number])[] = [
		[statusSpan(subagent), 15],
		[styled(subagent.toolCalls === 0 ? '' : counted(subagent.toolCalls, 'call'), { color: 'muted' }), 10],
		[styled(tokens === '' ? '' : `${tokens} tok`, { color: 'muted' }), 9],
	];
	const time = timeSpan(subagent, now);
	return [
		...columns.flatMap(([span, cells]) => padLine([span], cells)),
		plain(' '.repeat(Math.max(0, 7 - time.text.length))),
		time,
	];
}

function actionsOf(context: ScreenContext, subagent: Subagent): readonly PanelAction<string | null>[] {
	const session = wholeOf(context);
	const title = titleOf(subagent);
	const question = questionOf(context, subagent);
	const whyNotStopped = whyNotCancelled(session, subagent);
	return [
		{
			id: 'subagents-open',
			words: 'open',
			spoken: 'Read what it did',
			isEnter: true,
			why: findCallIndex(session, subagent.cardId) < 0 ? GONE : null,
			run: ({ ui, ...rest }) => {
				const panel = ui.panel.kind === 'loaded' ? ui.panel.panel : null;
				return { ui: openTranscript({ ...rest, ui, session }, subagent.cardId, panel) };
			},
			read: () => transcriptWords(session, subagent),
		},
		{
			id: 'subagents-answer',
			words: 'answer',
			...(question === undefined ? {} : { spoken: 'Go to its question' }),
			why: question === undefined ? 'It asks nothing now' : null,
			closes: true,
			run: ({ ui }) => {
				if (question === undefined) return {};
				const { id: questionId } = question;
				const forms = isNonblocking(question) ? formsIn(ui) : null;
				const request = { type: 'dispatch', event: { type: 'show-question', questionId } } as const;
				// A form that keeps no turn waiting is not among the others until it is opened.
				return { ui: forms === null ? ui : { ...ui, forms: forms.opening(questionId) }, requests: [request] };
			},
		},
		{
			id: 'subagents-cancel',
			words: 'stop it',
			...(whyNotStopped === HAS_ENDED ? {} : { spoken: 'Stop it' }),
			why: whyNotStopped,
			confirm: `Press x again to stop “${title}”`,
			run: () => ({
				words: `Asked the agent to stop “${title}”`,
				requests: [{ type: 'dispatch', event: { type: 'cancel-subagent', id: subagent.id } }],
			}),
		},
	];
}

/** Why a sub-agent cannot be stopped now; null where it can. */
function whyNotCancelled({ turn }: SessionState, subagent: Subagent): string | null {
	if (!isAtWork(subagent) && subagent.status !== 'idle' && subagent.status !== 'unknown') return HAS_ENDED;
	if (subagent.canCancel) return null;
	return turn === null
		? 'The agent offers no way to stop this sub-agent'
		: 'The agent offers no way to stop this sub-agent alone; esc in the conversation stops the turn';
}

/** Of a transcript so many entries are read out, the last ones. */
const MOST_ENTRIES = 30;

/** A row of the tree as it is read out. */
function rowWords(context: ScreenContext, { subagent, depth }: SubagentNode): string {
	const session = wholeOf(context);
	const question = questionOf(context, subagent);
	const tokens = tokensText(subagent);
	const took = activeTime(subagent, context.now);
	const parent = depth === 0 ? undefined : session.subagents?.get(subagent.parentId ?? '');
	const words = [
		oneLine(titleOf(subagent)),
		...(parent === undefined ? [] : [`of ${oneLine(titleOf(parent), 40)}`]),
		statusWords(subagent),
		...(question === undefined ? [] : [`asks: ${oneLine(questionWords(question, session.cwd))}`]),
		...(took < 1000 ? [] : [spokenTime(took)]),
		...(subagent.toolCalls === 0 ? [] : [counted(subagent.toolCalls, 'call')]),
		...(tokens === '' ? [] : [`${tokens} tokens`]),
		endWords(subagent),
	];
	return words.filter((word) => word !== '').join(', ');
}

function transcriptWords(session: SessionState, { cardId }: Subagent): readonly string[] {
	const entries = entriesOfCard(session, cardId);
	if (entries === null) return [sentence(GONE)];
	const all = [...eachEntry(entries)];
	const lines = all.slice(-MOST_ENTRIES).flatMap((entry) => announceEntry(entry, null, session.cwd).lines);
	const left = all.length - MOST_ENTRIES;
	const earlier =
		left > 0 ? [`${left} earlier ${left === 1 ? 'entry is' : 'entries are'} left out; /export writes all.`] : [];
	return [
		...earlier,
		...(lines.length === 0 ? ['Nothing from this sub-agent yet.'] : lines),
		'End of this sub-agent’s transcript. Enter goes back.',
	];
}

/** From this width on a row has columns of its own for every figure. */
const WIDE = 66;
/** A sub-agent's prompt is looked at so far. */
const MOST_OF_TASK = 4000;

function statusSpan(subagent: Subagent): Span {
	return styled(statusWords(subagent), { color: isAtWork(subagent) ? statusSign(subagent).color : 'muted' });
}

/** Lines besides the sub-agent's row, at most `rows`. */
function detailLines(context: ScreenContext, subagent: Subagent, width: number, rows: number): readonly Line[] {
	// A wide row has the figures already.
	const lines: Line[] = width < WIDE ? [factLine(subagent, width)] : [];
	const question = questionOf(context, subagent);
	if (question !== undefined) {
		const asks = `asks: ${questionWords(question, wholeOf(context).cwd)}`;
		lines.push([styled(asks, { color: 'warning' })]);
	}
	const end = endWords(subagent);
	if (end !== '')
		lines.push(...wrapLine([styled(end, { color: subagent.status === 'failed' ? 'error' : 'muted' })], width));
	const left = rows - lines.length;
	return left > 0 ? [...lines, ...taskLines(subagent, width, left)] : lines;
}

function factLine(subagent: Subagent, width: number): Line {
	const tokens = tokensText(subagent);
	const facts = [
		...(subagent.toolCalls === 0 ? [] : [counted(subagent.toolCalls, 'call')]),
		...(tokens === '' ? [] : [`${tokens} tokens`]),
	];
	const status = statusSpan(subagent);
	return clipLine(
		[status, ...(facts.length === 0 ? [] : [styled(` · ${facts.join(' · ')}`, { color: 'muted' })])],
		width,
	);
}

function taskLines({ description = '' }: Subagent, width: number, rows: number): readonly Line[] {
	const text = sanitizeText(description.slice(0, MOST_OF_TASK))
		.trim()
		.replaceAll(/\n\s*\n/g, '\n');
	if (text === '') return [];
	const lines = text.split('\n').flatMap((line) => wrapLine([styled(line, { color: 'muted' })], width));
	return firstLines(lines, rows, width);
}
