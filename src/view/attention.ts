import type { TurnEndEntry } from '../core/session/entries/entry.js';
import { entryAt } from '../core/session/entries/entry-list.js';
import { isNonblocking, type Question } from '../core/session/question.js';
import { isWaitingToStart } from '../core/session/recovery-state.js';
import { isRetrying } from '../core/session/retry/failed-prompt.js';
import type { SessionState } from '../core/session/state.js';
import { isAwaitingSignIn } from '../core/sign-in/sign-in-state.js';
import { clip } from '../core/text/clip.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import { stopWords } from './transcript/transcript-messages.js';
import type { SoundEvent } from './ui-options.js';

export type Activity = 'idle' | 'working' | 'waiting';

export type Notice = { readonly kind: SoundEvent; readonly words: string };

const MOST_TITLE = 60;
const MOST_NOTICE = 160;

export function activityOf(session: SessionState): Activity {
	if (!session.questions.every(isNonblocking) || isAwaitingSignIn(session)) return 'waiting';
	return session.turn === null && !isRetrying(session) ? 'idle' : 'working';
}

const ACTIVITIES: readonly Activity[] = ['idle', 'working', 'waiting'];

export function moreUrgent(one: Activity, other: Activity): Activity {
	return ACTIVITIES.indexOf(one) >= ACTIVITIES.indexOf(other) ? one : other;
}

/** The title of the window: what is done, and where. `activity` counts other open sessions in. Harmless and short. */
export function windowTitle(session: SessionState, activity = activityOf(session)): string {
	const folder = session.cwd.split(/[\\/]/).filter(Boolean).at(-1) ?? session.cwd;
	const where = clip(harmless(folder), MOST_TITLE);
	switch (activity) {
		case 'idle':
			return `◇ ${where} – acp-tui`;
		case 'working':
			return `⠿ working – ${where}`;
		case 'waiting':
			return `◆ waits for you – ${where}`;
	}
}

/** Worth calling the user back for: a question that came to the front, or the end of the last turn; else null. */
export function noticeBetween(before: SessionState, after: SessionState): Notice | null {
	const [question] = after.questions;
	if (question !== undefined)
		return question.id === before.questions[0]?.id ? null : notice('question', questionNotice(question));
	if (isAwaitingSignIn(after) && !isAwaitingSignIn(before)) return notice('question', 'A sign-in waits for you');
	// With a prompt in the queue the work goes on.
	if (before.turn === null || after.turn !== null || isRetrying(after)) return null;
	// The prompt goes again as soon as the agent is back.
	if (isWaitingToStart(after) && after.queue.length > 0 && !after.isQueuePaused) return null;
	const last = lastTurnEnd(after);
	return notice('turn', last === null ? 'The turn has ended' : endNotice(last));
}

function notice(kind: SoundEvent, words: string): Notice {
	return { kind, words: clip(words, MOST_NOTICE) };
}

function questionNotice(question: Question): string {
	if (question.kind === 'exit-plan') return 'A plan waits for your approval';
	const title = harmless(question.request.title).trim();
	return title === '' ? 'A question waits for you' : `Waits for you: ${title}`;
}

const END_NOTICES: Readonly<Record<Exclude<TurnEndEntry['reason'], 'cancelled'>, string>> = {
	end_turn: 'Done',
	refusal: 'The agent refused to go on',
	max_tokens: 'The turn reached a limit',
	max_turn_requests: 'The turn reached a limit',
	unknown: 'The turn has ended',
	failed: 'The turn failed',
	'agent-exit': 'The turn failed',
	interrupted: 'The turn was interrupted',
};

function endNotice(end: TurnEndEntry): string {
	if (end.reason === 'cancelled') return stopWords(end);
	return end.reason === 'end_turn' && end.failure !== undefined ? 'A limit stopped the turn' : END_NOTICES[end.reason];
}

/** The end of the last turn; what it changed, and notes, may stand below it. */
export function lastTurnEnd({ entries }: SessionState): TurnEndEntry | null {
	for (let index = entries.size - 1; index >= Math.max(0, entries.size - 10); index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind === 'turn-end') return entry;
	}
	return null;
}

/** No control character ends the sequence early, and no letter passes for another. */
function harmless(text: string): string {
	return sanitizeLine(text.slice(0, 4 * MOST_NOTICE));
}
