import type { Resuming } from '../../core/resuming/resuming.js';
import { entryAt } from '../../core/session/entries/entry-list.js';
import { askedTime } from '../../core/session/entries/question-time.js';
import { runningCommand } from '../../core/session/entries/user-commands.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import { canOpenAgain } from '../../core/session/resuming/open-again.js';
import type { SessionState, Turn } from '../../core/session/state.js';
import { subagentsAtWork } from '../../core/session/subagent-tree.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth } from '../../core/text/width.js';
import { isOpenCall } from '../../core/tool-call.js';
import { formatDuration } from '../duration.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { waitingCount } from '../shadow/follow-review.js';
import { shortCount } from '../short-count.js';
import { clipLine, firstLines, joinLine, lineWidth, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { hasSidePanel } from '../state/side-panel.js';
import { shownTime, spinnerSign } from '../state/spinner.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { status as messages, ownCommands } from './frame-messages.js';
import { isAsking } from './plan-region.js';
import { countdownSpans, isOutdated, ownCommandSpans, restartSpans } from './status-parts.js';
import { taskSpans, tasksInStatus } from './status-tasks.js';

const NARROW = 80;

const SILENT_AFTER = 15_000;

type Below = { readonly isAtEnd: boolean; readonly newBelow: number; readonly linesBelow: number | null };

const LEAST_FOR_BOTH = 60;

const MOST_ROWS = 5;

/** One below a question: what a click could answer must not move because a word comes or goes. */
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

// It may name what an agent sent.
function shownToast({ ui, session, now }: ScreenContext): string | null {
	const { toast } = ui;
	if (toast === null || now >= toast.until || isOutdated(toast.text, session)) return null;
	return clip(sanitizeLine(toast.text), 500);
}

/** One row, and more for a word that is too long for it. */
export function renderStatus(context: ScreenContext, below: Below, rows = 1): readonly Line[] {
	if (rows === 1) return [statusRow(context, below, shownToast(context))];
	if (!isWorking(context)) return longToast(context, rows);
	return [statusRow(context, below, null), ...longToast(context, rows - 1)];
}

function statusRow(context: ScreenContext, below: Below, toast: string | null): Line {
	const { ui, session } = context;
	const right: Span[] = [];
	const waiting = waitingCount(session);
	if (waiting > 0 && ui.panel.kind === 'none')
		right.push(
			styled(messages.changesWait(waiting, ui.columns), {
				color: 'warning',
				target: { type: 'command', name: 'changes' },
			}),
			plain(' '),
		);
	const { sideQuestion } = session;
	// Its panel is hidden, and it goes on.
	if (sideQuestion?.isClosed === false && ui.panel.kind === 'none')
		right.push(
			styled(messages.sideQuestion(sideQuestion.phase), { color: 'accent', target: { type: 'command', name: 'btw' } }),
			plain(' '),
		);
	const behind = session.backgroundCommands?.length ?? 0;
	if (behind > 0 && ui.panel.kind === 'none')
		right.push(
			styled(ownCommands.background(behind), { color: 'muted', target: { type: 'command', name: 'bashes' } }),
			plain(' '),
		);
	if (tasksInStatus(context)) right.push(...taskSpans(checklistOf(session) ?? []), plain(' '));
	if (!below.isAtEnd) {
		const { linesBelow, newBelow } = below;
		const unseen = unseenBelow(context, newBelow);
		const words =
			unseen > 0 && ui.columns < LEAST_FOR_BOTH
				? messages.newBelow(unseen)
				: linesBelow === null
					? messages.entriesBelow(newBelow, unseen)
					: messages.linesBelow(linesBelow, unseen);
		// A panel may leave no row for the transcript.
		const id = ui.isTranscriptView ? 'transcript-bottom' : 'scroll-bottom';
		if ((linesBelow ?? newBelow) > 0)
			right.push(styled(words, { color: 'accent', target: { type: 'action', id } }), plain(' '));
	}
	const spans = statusSpans(context);
	if (toast === null) return joinLine([plain(' '), ...spans], right, ui.columns);
	const word = styled(toast, { color: 'info' });
	// That a question waits can be seen above.
	const isAlone = isAsking(context) && lineWidth([...spans, word]) > ui.columns - 4;
	if (!isWorking(context) || isAlone) {
		const left: Line = [plain(' '), word];
		const isRoom = lineWidth(left) + 1 + lineWidth(right) <= ui.columns;
		return joinLine(left, isRoom ? right : [], ui.columns);
	}
	return besideToast(spans, word, right, ui.columns);
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
function besideToast(status: readonly Span[], word: Span, below: readonly Span[], columns: number): Line {
	const left: Line = [plain(' '), ...status];
	const free = columns - lineWidth(left) - 1;
	const whole: Line = [word, plain(' ')];
	if (lineWidth(whole) + 1 + lineWidth(below) <= free) return joinLine(left, [word, plain('  '), ...below], columns);
	if (lineWidth(whole) <= free) return joinLine(left, whole, columns);
	// The sign, what it is and, if there is room, how long: what could be pressed is in the footer.
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
			const { resuming } = session;
			if (connection.phase === 'opening' && resuming !== undefined && resuming.rung !== 'new')
				return resumingSpans(resuming, { who, sign, waited: now - (resuming.since ?? connection.since) });
			const waited = now - connection.since;
			const since = waited < 1000 ? '' : ` ${formatDuration(waited)}`;
			return [
				styled(`${sign} `, { color: 'accent' }),
				styled(`${messages[connection.phase](who)}${since}`, { color: 'muted' }),
			];
		}
		case 'failed':
			return noAgent(context, canOpenAgain(session) ? messages.noSession : messages.notStarted);
		case 'exited':
			return noAgent(context, messages.quit);
		case 'signed-out':
			return session.signIn?.step.type === 'left' ? noAgent(context, messages.signedOut) : [];
		case 'ready':
			if (!session.isQueuePaused) return subagentSpans(session) ?? outlivedSpans(context) ?? ownCommandSpans(context);
			return [
				styled(messages.onHold(session.queue.length), { color: 'warning' }),
				styled(messages.sendsNext, { color: 'muted' }),
			];
		case 'closed':
			return [];
	}
}

/** Milliseconds after which it is said how not to wait any longer. */
const WAIT_WORTH_A_WORD = 3000;

function resumingSpans(
	{ failed }: Resuming,
	{ who, sign, waited }: { readonly who: string; readonly sign: string; readonly waited: number },
): Span[] {
	const words = failed.length === 0 ? messages.resuming(who) : messages.resumingOtherwise(who);
	const since = waited < 1000 ? '' : ` ${formatDuration(waited)}`;
	const way = waited < WAIT_WORTH_A_WORD ? '' : messages.escGoesOnWithout;
	return [styled(`${sign} `, { color: 'accent' }), styled(`${words}${since}${way}`, { color: 'muted' })];
}

/** Why is in the transcript; this says what to do. */
function noAgent({ ui }: ScreenContext, { title, enter }: { readonly title: string; readonly enter: string }): Span[] {
	return [styled(title, { color: 'error' }), styled(messages.enterDoes(isDraftEmpty(ui), enter), { color: 'muted' })];
}

function subagentSpans(session: SessionState): Span[] | null {
	const count = subagentsAtWork(session);
	if (count === 0 || runningCommand(session) !== null) return null;
	return [styled('⠿ ', { color: 'accent' }), styled(messages.subagentsAtWork(count), { color: 'muted' })];
}

function outlivedSpans(context: ScreenContext): Span[] | null {
	const { session } = context;
	const count = session.outlived ?? 0;
	if (count === 0 || runningCommand(session) !== null) return null;
	return [
		styled(`${spinnerSign(context)} `, { color: 'warning' }),
		styled(messages.outlived(count), { color: 'warning' }),
	];
}

function turnSpans(
	{ session, ui }: ScreenContext,
	turn: Turn,
	{ now, sign }: { readonly now: number; readonly sign: string },
): Span[] {
	const elapsed = formatDuration(now - turn.startedAt - askedTime(turn, now));
	if (turn.isStuck) {
		return [styled(messages.stuck, { color: 'error' }), styled(messages.stuckKey, { color: 'muted' })];
	}
	if (turn.cancelledAt !== undefined)
		return [
			styled(`${sign} ${messages.stopping}`, { color: 'warning' }),
			styled(formatDuration(now - turn.cancelledAt), { color: 'muted' }),
		];
	if (session.questions.length > 0) {
		return [
			styled(messages.waiting, { color: 'warning', bold: true }),
			styled(waited(session, now), { color: 'muted' }),
		];
	}
	const silence = now - turn.lastWordAt;
	const what = clip(runningTitle(session, turn), ui.columns < NARROW ? 30 : 60);
	const parts: Span[] = [styled(`${sign} `, { color: 'accent' }), plain(what === '' ? messages.working : what)];
	parts.push(styled(messages.took(elapsed), { color: 'muted' }));
	if (silence >= SILENT_AFTER) {
		parts.push(styled(messages.silent(formatDuration(Math.floor(silence / 1000) * 1000)), { color: 'warning' }));
	}
	const tokens = tokensOf(session, turn);
	if (tokens > 0) parts.push(styled(messages.tokens(shortCount(tokens)), { color: 'muted' }));
	// The side panel has both.
	const isBeside = hasSidePanel(ui);
	const helpers = isBeside ? 0 : subagentsAtWork(session);
	if (helpers > 0) parts.push(styled(messages.subagents(helpers), { color: 'muted' }));
	if (session.queue.length > 0 && !isBeside)
		parts.push(styled(messages.queued(session.queue.length), { color: 'muted' }));
	const isOwnRunning = runningCommand(session) !== null;
	parts.push(styled(isOwnRunning ? messages.escStopsAgent : messages.escStops, { color: 'muted' }));
	return parts;
}

function tokensOf({ usage }: SessionState, { contextBefore = 0 }: Turn): number {
	return usage === null ? 0 : usage.used - contextBefore;
}

function waited(session: SessionState, now: number): string {
	return formatDuration(Math.max(0, now - (session.questions[0]?.askedAt ?? now)));
}

/** The newest open tool call of the turn, by its title; what the user runs is none of it. */
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
