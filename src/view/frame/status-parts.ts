import type { OpenWait, Reopening } from '../../core/resuming/resuming.js';
import { offeredCommands, runningCommand } from '../../core/session/entries/user-commands.js';
import { NOT_IN_PLAN, NOT_IN_TURN } from '../../core/session/shadow/shadow-messages.js';
import type { SessionState } from '../../core/session/state.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth } from '../../core/text/width.js';
import { formatDuration } from '../duration.js';
import { keyOf } from '../keys/keymap.js';
import { plain, type Span, styled } from '../line.js';
import { CRASHED, startsAgain } from '../recovery/recovery-messages.js';
import { countdown, retryReason } from '../retry/retry-messages.js';
import { STILL_WORKING } from '../slash-commands/slash-commands-messages.js';
import type { ScreenContext } from '../state/context.js';
import { shownTime, spinnerSign } from '../state/spinner.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { localTime, timeLeft } from '../time-left.js';
import { ownCommands } from './frame-messages.js';

const NARROW = 80;
const WIDE = 100;
/** Cells beside a running command's line: of all its keys, or of the first two. */
const ROOM_FOR_ALL = 76;
const ROOM_FOR_FIRST = 54;
const ROOM_FOR_SENT = 68;

export function ownCommandSpans(context: ScreenContext): Span[] {
	const { session, ui, table } = context;
	const isNarrow = ui.columns < NARROW;
	const isWide = ui.columns >= WIDE;
	const width = isNarrow ? 10 : Math.min(40, ui.columns - (isWide ? ROOM_FOR_ALL : ROOM_FOR_FIRST));
	const running = runningCommand(session);
	if (running !== null) {
		const time = formatDuration(shownTime(context) - running.startedAt);
		return [
			styled(`${spinnerSign(context)} `, { color: 'accent' }),
			plain(ownCommands.running(clip(sanitizeLine(running.line), width))),
			styled(
				ownCommands.keys(
					time,
					(isNarrow ? null : keyOf(table, 'background-command')) ?? '',
					(isWide ? keyOf(table, 'attach-command') : null) ?? '',
				),
				{ color: 'muted' },
			),
		];
	}
	const offered = offeredCommands(session);
	const [first] = offered;
	if (first === undefined) return [];
	const { sent, sentMany, sentShort, notSent } = ownCommands;
	const long =
		offered.length === 1
			? sent(clip(sanitizeLine(first.line), Math.min(40, ui.columns - ROOM_FOR_SENT)))
			: sentMany(offered.length);
	const words = isNarrow ? sentShort : long;
	return [
		styled(words + notSent(keyOf(table, 'share-command') ?? '', isNarrow ? 1 : offered.length), { color: 'muted' }),
	];
}

export function countdownSpans({ session, ui, now }: ScreenContext): Span[] | null {
	const { failed, reopening } = session;
	if (reopening?.wait !== undefined) return openingSpans({ ui, now }, reopening, reopening.wait);
	if (failed?.wait === undefined || session.connection.phase !== 'ready') return null;
	const { failure, sent, wait } = failed;
	const left = timeLeft(wait.until, now);
	const words =
		wait.kind === 'reset'
			? countdown.reset(localTime(wait.until, now), left)
			: (isDraftEmpty(ui) ? countdown.service : countdown.serviceTyping)(retryReason(failure), left, sent, wait.limit);
	return fitting(words, ui.columns);
}

function openingSpans(
	{ ui, now }: Pick<ScreenContext, 'ui' | 'now'>,
	{ failure, tried }: Reopening,
	{ until, limit }: OpenWait,
): Span[] {
	const form = isDraftEmpty(ui) ? countdown.opening : countdown.openingTyping;
	return fitting(form(retryReason(failure), timeLeft(until, now), tried, limit), ui.columns);
}

function fitting(words: readonly string[], columns: number): Span[] {
	const shown = words.find((text) => cellWidth(text) <= columns - 4) ?? words.at(-1) ?? '';
	return [styled('↻ ', { color: 'warning' }), styled(shown, { color: 'muted' })];
}

export function restartSpans({ session, ui, now }: ScreenContext): Span[] | null {
	const wait = session.recovery?.wait;
	if (wait === undefined) return null;
	const left = timeLeft(wait.until, now);
	const how = session.recovery?.ended?.message.replace(/\.$/, '') ?? CRASHED;
	const words = (isDraftEmpty(ui) ? startsAgain.emptyDraft : startsAgain.typing)(left, sanitizeLine(how));
	const shown = words.find((text) => cellWidth(text) <= ui.columns - 4) ?? words.at(-1) ?? '';
	return [styled('↻ ', { color: 'warning' }), styled(shown, { color: 'muted' })];
}

/** True for a notice that says why something cannot be done, when by now it can. */
export function isOutdated(notice: string, { turn, mode }: Pick<SessionState, 'turn' | 'mode'>): boolean {
	if (notice === STILL_WORKING || notice === NOT_IN_TURN) return turn === null;
	return notice === NOT_IN_PLAN && mode.mode !== 'plan';
}
