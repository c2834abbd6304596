import { entryAt } from '../../core/session/entries/entry-list.js';
import { askedTime } from '../../core/session/entries/question-time.js';
import { runningCommand } from '../../core/session/entries/user-commands.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import { canOpenAgain } from '../../core/session/resuming/open-again.js';
import type { SessionState, Turn } from '../../core/session/state.js';
import { subagentsAtWork } from '../../core/session/subagent-tree.js';
import { clip } from '../../core/text/clip.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth } from '../../core/text/width.js';
import { isOpenCall } from '../../core/tool-call.js';
import { formatDuration } from '../duration.js';
import { keyOf } from '../keys/keymap.js';
import { type Line, muted, plain, type Role, type Span, styled } from '../line.js';
import { shortCount } from '../short-count.js';
import { clipLine, firstLines, joinLine, lineWidth, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { hasSidePanel } from '../state/side-panel.js';
import { shownTime, spinnerSign } from '../state/transcript-context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { waitingCount } from '../status/session-words.js';
import { isAsking, taskSpans, tasksInStatus } from './plan-region.js';
import { countdownSpans, escStops, isOutdated, ownCommandSpans, restartSpans } from './status-parts.js';

const NARROW = 80;

const SILENT_AFTER = 15_000;

type Below = { readonly isAtEnd: boolean; readonly newBelow: number; readonly linesBelow: number | null };

const LEAST_FOR_BOTH = 60;

const MOST_ROWS = 5;

/** Always one row below a question: its answers must not move under the pointer. */
export function statusRows(context: ScreenContext, most: number): number {
	if (isAsking(context)) return 1;
	return Math.max(1, Math.min(most, 1 + longToast(context, MOST_ROWS).length - (isWorking(context) ? 0 : 1)));
}

function longToast(context: ScreenContext, most: number): Line[] {
	const { ui } = context;
	const toast = shownToast(context);
	const room = ui.columns - 2;
	const taken = isWorking(context) ? LEAST_STATUS + 1 : 0;
	if (toast === null || cellWidth(toast) <= room - taken) return [];
	const lines = firstLines(wrapLine([styled(toast, { color: 'info' })], Math.max(1, room)), most, room);
	return lines.map((line) => [plain(' '), ...line]);
}

// A toast may quote text of an agent.
function shownToast(context: ScreenContext): string | null {
	const { toast } = context.ui;
	if (toast === null || context.now >= toast.until || isOutdated(toast.text, context)) return null;
	return clip(sanitizeLine(toast.text), 500);
}

/** A row, and more for a toast that is too long for one. */
export function renderStatus(context: ScreenContext, below: Below, rows = 1): readonly Line[] {
	if (rows === 1) return [statusRow(context, below, shownToast(context))];
	if (!isWorking(context)) return longToast(context, rows);
	return [statusRow(context, below, null), ...longToast(context, rows - 1)];
}

function statusRow(context: ScreenContext, below: Below, toast: string | null): Line {
	const { ui, session } = context;
	const right: Span[] = [];
	const { sideQuestion, backgroundCommands = [] } = session;
	const asCommand = (words: string, color: Role, name: string): void => {
		right.push(styled(words, { color, target: { type: 'command', name } }), plain(' '));
	};
	if (ui.panel.kind === 'none') {
		const waiting = waitingCount(session);
		const where = ui.columns < 60 ? '' : ` ${waiting === 1 ? 'waits' : 'wait'} in the shadow`;
		if (waiting > 0) asCommand(`${counted(waiting, 'change')}${where}: /changes`, 'warning', 'changes');
		// A running side question whose panel is hidden.
		if (sideQuestion?.isClosed === false) asCommand(`/btw: ${sideQuestion.phase}`, 'accent', 'btw');
		const behind = backgroundCommands.length;
		if (behind > 0) asCommand(`${behind} in the background · /bashes`, 'muted', 'bashes');
	}
	if (tasksInStatus(context)) right.push(...taskSpans(checklistOf(session) ?? []), plain(' '));
	if (!below.isAtEnd) {
		const { linesBelow, newBelow } = below;
		const unseen = unseenBelow(context, newBelow);
		const entries = `${newBelow} ${newBelow === 1 ? 'entry' : 'entries'}`;
		const what = linesBelow === null ? entries : counted(linesBelow, 'line');
		const isShort = unseen > 0 && ui.columns < LEAST_FOR_BOTH;
		const words = isShort ? `${unseen} new below` : `${what} below${unseen === 0 ? '' : `, ${unseen} new`}`;
		// A panel may leave no row for the transcript.
		const id = ui.isTranscriptView ? 'transcript-bottom' : 'scroll-bottom';
		if ((linesBelow ?? newBelow) > 0)
			right.push(styled(`↓ ${words} · ctrl+end`, { color: 'accent', target: { type: 'action', id } }), plain(' '));
	}
	const spans = statusSpans(context);
	if (toast === null) return joinLine([plain(' '), ...spans], right, ui.columns);
	const word = styled(toast, { color: 'info' });
	// The question itself is visible above.
	const isAlone = isAsking(context) && lineWidth([...spans, word]) > ui.columns - 4;
	if (!isWorking(context) || isAlone) {
		const left: Line = [plain(' '), word];
		const isRoom = lineWidth(left) + 1 + lineWidth(right) <= ui.columns;
		return joinLine(left, isRoom ? right : [], ui.columns);
	}
	return withToastWord(spans, word, right, ui.columns);
}

function unseenBelow({ session, ui }: ScreenContext, below: number): number {
	const { seen } = ui;
	if (seen === undefined || seen.cardId !== ui.subagentView?.cardId) return 0;
	return Math.max(0, Math.min(below, session.entries.size - seen.count));
}

/** Something goes on that must stay visible: a turn, a start, a command of the user's. */
function isWorking({ session }: ScreenContext): boolean {
	const { phase } = session.connection;
	if (session.failed?.wait !== undefined || session.recovery?.wait !== undefined) return true;
	return session.turn !== null || phase === 'starting' || phase === 'opening' || runningCommand(session) !== null;
}

const LEAST_STATUS = 12;

/** Word at the right, in place of what is below; where both are too long, what goes on is cut first. */
function withToastWord(status: readonly Span[], word: Span, below: readonly Span[], columns: number): Line {
	const left: Line = [plain(' '), ...status];
	const free = columns - lineWidth(left) - 1;
	const whole: Line = [word, plain(' ')];
	if (lineWidth(whole) + 1 + lineWidth(below) <= free) return joinLine(left, [word, plain('  '), ...below], columns);
	if (lineWidth(whole) <= free) return joinLine(left, whole, columns);
	// Sign, activity and, if there is room, its duration; keys are in the footer.
	const most = Math.max(LEAST_STATUS, columns - 1 - lineWidth(whole));
	const short = [3, 2].map((count): Line => [plain(' '), ...status.slice(0, count)]);
	const kept = short.find((line) => lineWidth(line) <= most) ?? clipLine(short[1] ?? left, most);
	const room = columns - lineWidth(kept) - 1;
	return joinLine(kept, [...clipLine([word], room - 1), plain(' ')], columns);
}

function statusSpans(context: ScreenContext): Span[] {
	const { session } = context;
	const now = shownTime(context);
	const sign = spinnerSign(context);
	const { turn, connection } = session;
	if (turn !== null) return turnSpans(context, turn, { now, sign });
	const waits = countdownSpans(context) ?? (connection.phase === 'ready' ? null : restartSpans(context));
	if (waits !== null) return waits;
	const who = sanitizeLine(session.agent?.title ?? session.profile.launch.name);
	switch (connection.phase) {
		case 'starting':
		case 'opening': {
			const { resuming, questions } = session;
			if (questions.length > 0) return waitingSpans(context, now);
			const isResuming = connection.phase === 'opening' && resuming !== undefined && resuming.strategy !== 'new';
			const waited = now - ((isResuming ? resuming.since : undefined) ?? connection.since);
			const since = waited < 1000 ? '' : ` ${formatDuration(waited)}`;
			const way = isResuming && waited >= WAIT_WORTH_A_WORD ? ' · esc begins a new one below it' : '';
			const opening = connection.phase === 'starting' ? `Starting ${who}…` : `Opening a session with ${who}…`;
			const anew = isResuming && resuming.failed.length > 0 ? ' in another way' : '';
			const words = isResuming ? `Resuming the session with ${who}${anew}…` : opening;
			return [styled(`${sign} `, { color: 'accent' }), muted(`${words}${since}${way}`)];
		}
		case 'failed':
			return noAgent(context, canOpenAgain(session) ? 'No session is open' : 'The agent did not start', 'tries again');
		case 'exited':
			return noAgent(context, 'The agent quit', 'starts it again');
		case 'signed-out':
			return session.signIn?.step.type === 'left' ? noAgent(context, 'You are not signed in', 'opens /login') : [];
		case 'ready':
			if (!session.isQueuePaused) return subagentSpans(session) ?? outlivedSpans(context) ?? ownCommandSpans(context);
			return [styled(`${session.queue.length} on hold`, { color: 'warning' }), muted(' · enter sends the next')];
		case 'closed':
			return [];
	}
}

/** Milliseconds after which it is said how not to wait any longer. */
const WAIT_WORTH_A_WORD = 3000;

/** Why is in the transcript; this says what to do, alone where there is no room for both. */
function noAgent({ ui }: ScreenContext, title: string, enter: string): Span[] {
	const advice = `${isDraftEmpty(ui) ? 'enter' : 'enter on an empty draft'} ${enter}`;
	const both = [styled(title, { color: 'error' }), muted(` · ${advice}`)];
	return lineWidth(both) < ui.columns ? both : [styled(advice, { color: 'error' })];
}

function subagentSpans(session: SessionState): Span[] | null {
	const count = subagentsAtWork(session);
	if (count === 0 || runningCommand(session) !== null) return null;
	return [
		styled('⠿ ', { color: 'accent' }),
		muted(`${counted(count, 'sub-agent')} still ${count === 1 ? 'works' : 'work'} · /subagents`),
	];
}

function outlivedSpans(context: ScreenContext): Span[] | null {
	const { session } = context;
	const count = session.outlived ?? 0;
	if (count === 0 || runningCommand(session) !== null) return null;
	return [
		styled(`${spinnerSign(context)} `, { color: 'warning' }),
		styled(`${counted(count, 'command')} of the agent still running`, { color: 'warning' }),
	];
}

function turnSpans(
	context: ScreenContext,
	turn: Turn,
	{ now, sign }: { readonly now: number; readonly sign: string },
): Span[] {
	const { session, ui } = context;
	const elapsed = formatDuration(now - turn.startedAt - askedTime(turn, now));
	if (turn.isStuck) {
		return [styled('■ The agent does not stop. ', { color: 'error' }), muted('ctrl+c ends its process')];
	}
	if (turn.cancelledAt !== undefined)
		return [styled(`${sign} Stopping… `, { color: 'warning' }), muted(formatDuration(now - turn.cancelledAt))];
	if (session.questions.length > 0) return waitingSpans(context, now);
	const silence = now - turn.lastWordAt;
	const what = clip(runningTitle(session, turn), ui.columns < NARROW ? 30 : 60);
	const parts: Span[] = [styled(`${sign} `, { color: 'accent' }), plain(what === '' ? 'Working' : what)];
	parts.push(muted(` · ${elapsed}`));
	if (silence >= SILENT_AFTER) {
		const time = formatDuration(Math.floor(silence / 1000) * 1000);
		const who = ui.columns < LEAST_FOR_BOTH ? '' : ' from the agent';
		parts.push(styled(` · no word${who} for ${time}`, { color: 'warning' }));
	}
	const { usage } = session;
	const tokens = usage === null ? 0 : usage.used - (turn.contextBefore ?? 0);
	if (tokens > 0) parts.push(muted(` · ${shortCount(tokens)} tokens`));
	// The side panel has both.
	const hasSide = hasSidePanel(ui);
	const helpers = hasSide ? 0 : subagentsAtWork(session);
	if (helpers > 0) parts.push(muted(` · ${counted(helpers, 'sub-agent')}`));
	if (session.queue.length > 0 && !hasSide) parts.push(muted(` · ${session.queue.length} queued`));
	const isOwnRunning = runningCommand(session) !== null;
	const hint = muted(escStops(context, isOwnRunning ? ' the agent' : ''));
	// The footer says it as well: half of it here says less than nothing.
	return lineWidth([...parts, hint]) < ui.columns ? [...parts, hint] : parts;
}

function waitingSpans({ session, ui, table }: ScreenContext, now: number): Span[] {
	const [question] = session.questions;
	const key = ui.isTranscriptView && question?.kind === 'exit-plan' ? keyOf(table, 'transcript-close') : null;
	return [
		styled('◆ Waiting for you ', { color: 'warning', bold: true }),
		muted(formatDuration(Math.max(0, now - (question?.askedAt ?? now)))),
		...(key === null ? [] : [muted(` · ${key} shows the plan`)]),
	];
}

function runningTitle(session: SessionState, turn: Turn): string {
	for (let index = session.entries.size - 1; index >= turn.firstEntry; index -= 1) {
		const entry = entryAt(session.entries, index);
		if (entry?.kind === 'tool' && isOpenCall(entry.call)) return clip(sanitizeLine(entry.call.title), 60);
	}
	for (const terminal of session.terminals.values()) {
		if (terminal.ours && terminal.exit === undefined) return clip(sanitizeLine(terminal.command), 60);
	}
	return '';
}
