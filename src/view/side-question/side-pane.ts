import { type EntryList, eachEntry, emptyEntries } from '../../core/session/entries/entry-list.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate } from '../../core/text/width.js';
import { formatDuration } from '../duration.js';
import { type Line, styled } from '../line.js';
import { innerWidth } from '../panel/box.js';
import type { PanelPane } from '../panel/panel-texts.js';
import { clipLine, joinLine, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shownTime, spinnerSign, transcriptContext } from '../state/transcript-context.js';
import type { RenderCache } from '../transcript/line-cache.js';
import { scroll } from '../transcript/position.js';
import { transcriptWindow } from '../transcript/window.js';
import { figureText, hasFigure } from '../usage/usage-text.js';
import { answerOf, isUnderWay } from './side-answer.js';
import * as messages from './side-question-messages.js';

/** Below this the footer has no room for the keys, in cells. */
const NARROW = 70;
/** A failure takes at most so many rows. */
const MOST_FAILURE = 4;
/** An agent that says nothing for so long may not work on two sessions at once, in ms. */
const SILENT_AFTER = 30_000;

/** The answer, and below it where the question stands, unless a line to ask more does. */
export function sidePane(context: ScreenContext, cache: RenderCache, isAsking: boolean): PanelPane {
	const side = context.session.sideQuestion;
	const entries = side?.entries ?? emptyEntries;
	const seen = sideContext(context, entries, cache);
	return {
		grows: true,
		lines: (_width, rows, anchor) => transcriptWindow(entries, transcriptContext(seen), anchor, rows).lines,
		scroll: (_width, rows, anchor, by) => scroll(entries, transcriptContext(seen), anchor, rows, by),
		below: (width) => {
			if (side === undefined) return [];
			const status = isAsking ? [] : [statusLine(side, context, width)];
			return [...failureLines(side, width), ...askedLines(context, width), ...status];
		},
	};
}

/** Context that the answer is drawn from: the side session, in the place that the panel gives it. */
function sideContext(context: ScreenContext, entries: EntryList, cache: RenderCache): ScreenContext {
	const { session, ui } = context;
	const columns = innerWidth(ui.columns) + 2;
	const inPanel = {
		...ui,
		columns,
		isTranscriptView: false,
		selection: null,
		open: foldedTools(entries),
		cursor: null,
		search: null,
	};
	return { ...context, session: { ...session, entries, questions: [] }, ui: inPanel, cache };
}

/** Tool cards are folded to one line. */
function foldedTools(entries: EntryList): ReadonlyMap<string, boolean> {
	const folded = new Map<string, boolean>();
	for (const entry of eachEntry(entries)) if (entry.kind === 'tool') folded.set(entry.id, false);
	return folded;
}

/** Words for what the side session knows of the conversation; empty where there is no room. */
export function knowledgeWords({ knows }: SideQuestion, columns: number): string {
	const words = knows === null ? '' : messages.KNOWS[knows];
	return cellWidth(messages.TITLE) + cellWidth(words) + 11 <= columns ? words : '';
}

function failureLines({ failure, phase }: SideQuestion, width: number): readonly Line[] {
	if (failure === undefined || phase !== 'failed') return [];
	const hint = failure.hint === undefined ? '' : ` ${sanitizeLine(failure.hint)}`;
	const words = clip(sanitizeLine(failure.message), 600);
	return wrapLine([styled(words, { color: 'error' }), styled(hint, { color: 'muted' })], width).slice(0, MOST_FAILURE);
}

/** The question that the conversation waits with: keys of the panel do not answer it. */
function askedLines({ session }: ScreenContext, width: number): readonly Line[] {
	const [question] = session.questions;
	if (question === undefined) return [];
	const words = `Waiting for you: ${clip(sanitizeLine(question.request.title), 200)}`;
	const room = Math.max(1, width - cellWidth(messages.WAITS_KEY));
	const title = styled(truncate(words, room), { color: 'warning', bold: true });
	return [[title, styled(messages.WAITS_KEY, { color: 'warning' })]];
}

function statusLine(side: SideQuestion, context: ScreenContext, width: number): Line {
	const waited = shownTime(context) - side.askedAt;
	const isRunning = isUnderWay(side);
	const color = side.phase === 'failed' ? 'error' : side.phase === 'stopped' ? 'warning' : 'muted';
	const words = styled(messages.PHASES[side.phase], { color });
	const keys = context.ui.columns < NARROW && answerOf(side) !== '' ? 't draft  c copy  enter ask' : figures(side);
	if (!isRunning) return joinLine([words], [styled(keys, { color: 'muted' })], width);
	const sign = styled(`${spinnerSign(context)} `, { color: 'accent' });
	const time = styled(` ${formatDuration(Math.max(0, waited))}`, { color: 'muted' });
	const isSilent = waited > SILENT_AFTER && answerOf(side) === '' && context.session.turn !== null;
	const doubt = isSilent
		? [styled(` · this agent may work on one session at a time · esc stops the question`, { color: 'warning' })]
		: [];
	return clipLine([sign, words, time, ...doubt], width);
}

/** Cost of it, as far as the agent says so. */
function figures({ usage }: SideQuestion): string {
	if (usage === undefined) return '';
	const parts: string[] = [];
	if (hasFigure(usage, 'totalTokens')) parts.push(`${figureText(usage, 'totalTokens')} tokens`);
	if (hasFigure(usage, 'cost')) parts.push(figureText(usage, 'cost'));
	return parts.join(' · ');
}
