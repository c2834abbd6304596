import { offeredCommands, runningCommand } from '../../core/session/entries/user-commands.js';
import { NOT_IN_PLAN, NOT_IN_TURN } from '../../core/session/shadow/shadow-notes.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth } from '../../core/text/width.js';
import { keyOf } from '../../terminal/key.js';
import {
	CLEAR_AGAIN,
	DRAFT_RESTORED,
	LEAVE_AGAIN,
	LEAVE_AGAIN_AT_ONCE,
	REWIND_AGAIN,
} from '../actions/actions-messages.js';
import { focusOf } from '../actions/focus.js';
import { formatDuration } from '../duration.js';
import { keyOf as keyOfAction, resolveKey } from '../keys/keymap.js';
import { muted, plain, type Span, styled } from '../line.js';
import { countdown, retryReason } from '../retry/retry-messages.js';
import { STILL_WORKING } from '../slash-commands/slash-commands-messages.js';
import type { ScreenContext } from '../state/context.js';
import { shownTime, spinnerSign } from '../state/transcript-context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { localTime, timeLeft } from '../time-left.js';

const NARROW = 80;
const WIDE = 100;
/** Cells beside a running command's line: of all its keys, or of the first two. */
const ROOM_FOR_ALL = 78;
const ROOM_FOR_FIRST = 56;
const ROOM_FOR_SENT = 68;

export function ownCommandSpans(context: ScreenContext): Span[] {
	const { session, ui, table } = context;
	const isNarrow = ui.columns < NARROW;
	const isWide = ui.columns >= WIDE;
	const width = isNarrow ? 10 : Math.min(40, ui.columns - (isWide ? ROOM_FOR_ALL : ROOM_FOR_FIRST));
	const running = runningCommand(session);
	if (running !== null) {
		const time = formatDuration(shownTime(context) - running.startedAt);
		const background = isNarrow ? null : keyOfAction(table, 'background-command');
		const attach = isWide ? keyOfAction(table, 'attach-command') : null;
		const keys = [background && ` · ${background} backgrounds it`, attach && ` · ${attach} types into it`];
		return [
			styled(`${spinnerSign(context)} `, { color: 'accent' }),
			plain(`Running ${clip(sanitizeLine(running.line), width)}`),
			muted(` · ${time}${escStops(context)}${keys.map((words) => words ?? '').join('')}`),
		];
	}
	const offered = offeredCommands(session);
	const [first] = offered;
	if (first === undefined) return [];
	const isOne = offered.length === 1;
	const line = clip(sanitizeLine(first.line), Math.min(40, ui.columns - ROOM_FOR_SENT));
	const long = `Output of ${isOne ? line : `${offered.length} commands`} will be sent with your next prompt`;
	const share = keyOfAction(table, 'share-command');
	const notSent = share === null ? '' : ` · ${share}: don’t send${isOne || isNarrow ? '' : ' the last'}`;
	return [muted(`${isNarrow ? 'Output goes along' : long}${notSent}`)];
}

export function countdownSpans(context: ScreenContext): Span[] | null {
	const { session, now } = context;
	const { failed, reopening } = session;
	if (reopening?.wait !== undefined) {
		const { failure, tried, wait } = reopening;
		const form = isEnterFree(context) ? countdown.opening : countdown.openingTyping;
		return fitting(form(retryReason(failure), timeLeft(wait.until, now), tried, wait.limit), context);
	}
	if (failed?.wait === undefined || session.connection.phase !== 'ready') return null;
	const { failure, sent, wait } = failed;
	const left = timeLeft(wait.until, now);
	if (wait.kind === 'reset') {
		const form = isEnterFree(context) ? countdown.reset : countdown.resetTyping;
		return fitting(form(localTime(wait.until, now), left), context);
	}
	const form = isEnterFree(context) ? countdown.service : countdown.serviceTyping;
	return fitting(form(retryReason(failure), left, sent, wait.limit), context);
}

function fitting(words: readonly string[], context: ScreenContext): Span[] {
	const whole = words.map((text) => `${text}${escStops(context)}`);
	const shown = whole.find((text) => cellWidth(text) <= context.ui.columns - 4) ?? whole.at(-1) ?? '';
	return [styled('↻ ', { color: 'warning' }), muted(shown)];
}

function isEnterFree({ ui }: ScreenContext): boolean {
	return isDraftEmpty(ui) && ui.panel.kind === 'none';
}

/** Says that esc stops `what`; empty where it does something else first, such as closing a panel. */
export function escStops(context: ScreenContext, what = ''): string {
	const isFree = resolveKey(keyOf('escape'), focusOf(context), context.table) === 'dismiss';
	return isFree && context.ui.composer.taken === null ? ` · esc stops${what}` : '';
}

export function restartSpans(context: ScreenContext): Span[] | null {
	const { session, now } = context;
	const wait = session.recovery?.wait;
	if (wait === undefined) return null;
	const left = timeLeft(wait.until, now);
	const how = session.recovery?.ended?.message.replace(/\.$/, '') ?? CRASHED;
	const words = (isEnterFree(context) ? startsAgain.emptyDraft : startsAgain.typing)(left, sanitizeLine(how));
	return fitting(words, context);
}

/** Endings of key hints that hold for an empty draft alone, and beginnings of those that need text in it. */
const OF_EMPTY_DRAFT = [LEAVE_AGAIN, LEAVE_AGAIN_AT_ONCE, REWIND_AGAIN];
const OF_DRAFT = [CLEAR_AGAIN, DRAFT_RESTORED];

export function isOutdated(notice: string, { session: { turn, mode }, ui }: ScreenContext): boolean {
	if (OF_EMPTY_DRAFT.some((words) => notice.endsWith(words))) return !isDraftEmpty(ui);
	if (OF_DRAFT.some((words) => notice.startsWith(words))) return isDraftEmpty(ui);
	if (notice === STILL_WORKING || notice === NOT_IN_TURN) return turn === null;
	return notice === NOT_IN_PLAN && mode.mode !== 'plan';
}

/* Words about an agent that crashed. */

/** Short form, where the details stand elsewhere. */
const CRASHED = 'The agent crashed';

/** Words for a new start soon: from the longest form to the shortest. */
const startsAgain = {
	emptyDraft: (left: string, how: string): readonly string[] => [
		`${how} · starts again in ${left} · enter starts it now`,
		`${CRASHED} · starts again in ${left} · enter starts it now`,
		`Agent crashed · again in ${left} · enter now`,
		`again in ${left} · enter now`,
	],
	typing: (left: string, how: string): readonly string[] => [`${how} · starts again in ${left}`, `again in ${left}`],
} as const;
