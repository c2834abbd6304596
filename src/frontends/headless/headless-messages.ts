import type { AgentExit } from '../../core/agent-info.js';
import type { UnaskedAction } from '../../core/asking.js';
import type { AppEvent } from '../../core/event.js';
import { exitPhrase } from '../../core/exit-status-text.js';
import type { Failure } from '../../core/failure.js';
import type { HookRanEvent } from '../../core/hooks/hook-event.js';
import type { FailedStrategy } from '../../core/resuming/resuming.js';
import { named } from '../../core/session/changes/reduce-changes.js';
import {
	dropped,
	failed,
	notApplied,
	reasons,
	waitingAtEnd,
	waitingLeft,
	waitingLeftHint,
} from '../../core/session/shadow/shadow-notes.js';
import type { SessionState } from '../../core/session/state.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { formatDuration } from '../../view/duration.js';
import type { Decisions, Outcome } from './exit-code.js';

// Messages of a headless run on standard error, unsanitised.

export function retryMessage({ failed }: SessionState, now: number): string {
	if (failed?.wait === undefined) return '';
	const { failure, sent, wait } = failed;
	const pause = formatDuration(Math.max(0, wait.until - now));
	return lines(failure.message, `Sending it again in ${pause} (${sent} of ${wait.limit}).`);
}

/** Null where the session is not requested again. */
export function openAgainMessage({ reopening }: SessionState, now: number): string | null {
	if (reopening?.wait === undefined) return null;
	const { failure, tried, wait } = reopening;
	const pause = formatDuration(Math.max(0, wait.until - now));
	return lines(failure.message, `Trying again in ${pause} (${tried} of ${wait.limit}).`);
}

export const restartMessage = (exit: AgentExit): string =>
	lines(
		`The agent ${exitPhrase(exit)} before any word on the prompt.`,
		...exit.stderrTail,
		'Starting it again, and sending the prompt once more.',
	);
export const queuedMessage = (count: number): string =>
	`${count === 1 ? 'One prompt' : `${count} prompts`} queued in an earlier run of this session ${count === 1 ? 'was' : 'were'} not sent. Run acp-tui -c to see and send ${count === 1 ? 'it' : 'them'}.`;

const hookFailed = ({ event, command, words = '', output }: HookRanEvent): string =>
	lines(`The hook ${sanitizeLine(command)} (${event}) failed: ${words}`, output);

type Messages = {
	readonly [T in AppEvent['type']]?: (event: Extract<AppEvent, { readonly type: T }>, isFork: boolean) => string | null;
};

const MESSAGES: Messages = {
	decided: ({ verdict, title }) => (verdict.decision === 'denied' ? `Denied: ${title} (${verdict.because})` : null),
	'hook-ran': (event) => (event.result === 'failed' ? hookFailed(event) : null),
	unasked: ({ action }) => unaskedMessage(action),
	'question-asked': ({ question }) =>
		question.kind === 'exit-plan' ? 'The agent asked to leave plan mode: the answer was to keep planning.' : null,
	notice: ({ title, detail }) => lines(title, detail),
	note: ({ title, level, detail }) => lines(title, level === 'info' ? undefined : detail),
	'turn-changes': ({ set }) => tamperingMessage(set.files),
	'plan-tampering': ({ set, isOver }) => (isOver ? tamperingMessage(set.files) : null),
	'snapshot-failed': ({ failure }) => `File changes are not tracked: ${failure.message}`,
	'effect-failed': ({ failure }) => failure.message,
	'shadow-begun': ({ notices }) => (notices.length === 0 ? null : lines(...notices)),
	'shadow-failed': ({ failure }) => failed(failure.message),
	'shadow-left': ({ left }) => lines(waitingLeft(left.count), waitingLeftHint(left.id)),
	'shadow-applied': ({ report }) =>
		report.skipped.length === 0 ? null : lines(notApplied(report.skipped), reasons(report)),
	'shadow-dropped': ({ report }) => (report.discarded.length === 0 ? null : dropped(report.discarded)),
	// The resumed session had it; this call did not name it.
	'directory-added': ({ added }) => (added === null ? null : `The session also works in ${added}, as it did before.`),
	'session-opened': ({ resumed, resumeFailures }, isFork) =>
		resumed === 'new' ? notResumedMessage(resumeFailures, isFork) : null,
	'briefing-given': () => 'A briefing on the conversation so far goes with the prompt.',
};

export function eventMessage(event: AppEvent, isFork = false): string | null {
	// The row of an event's type takes that event; the compiler cannot see that the two belong together.
	const row = MESSAGES[event.type] as ((event: AppEvent, isFork: boolean) => string | null) | undefined;
	return row?.(event, isFork) ?? null;
}

function unaskedMessage({ title, because, kept, isInSettings }: UnaskedAction): string {
	if (kept === undefined && isInSettings === true) return `Done without asking: ${title}. ${because}`;
	if (kept === undefined) return `Done without asking: ${title} (${because})`;
	return kept === 'fence'
		? `Kept by its sandbox: ${title} (it did not ask, and changed nothing in the workspace)`
		: `Done in its shadow without asking: ${title} (nothing changed in the workspace)`;
}

function notResumedMessage(failures: readonly FailedStrategy[] = [], isFork: boolean): string {
	const because = failures.map(({ failure }) => failure.message);
	const what = isFork ? 'copy the session' : 'resume the session';
	return lines(`The agent could not ${what}: the prompt goes to a new one.`, ...because);
}

function tamperingMessage(files: readonly { readonly path: string; readonly isTampering: boolean }[]): string | null {
	const paths = files.filter((file) => file.isTampering).map((file) => file.path);
	if (paths.length === 0) return null;
	return `Files changed while plan mode is on: ${named(paths)}. The agent may have done it, you, or another program.`;
}

/** Changes in the shadow that nobody applied; null when nothing waits. */
export function waitingMessage({ shadow, cwd }: SessionState): string | null {
	if (shadow === undefined || shadow.changes.length === 0) return null;
	const paths = changeRows(shadow.changes).map(({ path }) => path);
	return lines(`${waitingAtEnd(paths.length, shadow.id)}`, `In ${cwd}: ${named(paths, 20)}`);
}

export function outcomeMessage(outcome: Outcome, decisions: Decisions): string {
	const broken = 'The agent did what a deny rule or plan mode forbids: it did not ask, so it could not be stopped.';
	return lines(endMessage(outcome, decisions), decisions.isBroken ? broken : undefined);
}

function endMessage(outcome: Outcome, decisions: Decisions): string {
	switch (outcome.type) {
		case 'ended':
			return stopMessage(outcome, decisions);
		case 'failed':
			return failureMessage(outcome.failure);
		case 'agent-exited':
			return lines(
				`The agent ${exitPhrase(outcome.exit)} before the turn ended.`,
				outcome.hint,
				...outcome.exit.stderrTail,
			);
		case 'timed-out':
			return `Timed out after ${outcome.seconds} s.`;
		case 'interrupted':
			return 'Interrupted.';
	}
}

/** For a sign-in, the agent's methods say more than its data. */
function failureMessage({ code, message, hint, detail, authMethods = [] }: Failure): string {
	if (code !== 'auth-required') return lines(message, hint, detail);
	const ways = authMethods.map(({ id, name }) => (name === id ? `  ${id}` : `  ${id}  ${sanitizeLine(name)}`));
	return lines(message, ...ways.map(sanitizeLine), hint);
}

type Ended = Extract<Outcome, { readonly type: 'ended' }>;

function stopMessage({ reason, word = '' }: Ended, { denied, isStillPlanning }: Decisions): string {
	switch (reason) {
		case 'refusal':
			return 'The agent refused to go on.';
		case 'max_tokens':
			return 'The agent stopped: it reached its token limit.';
		case 'max_turn_requests':
			return 'The agent stopped: it reached its limit of requests in one turn.';
		case 'cancelled':
			if (isStillPlanning) return '';
			return denied > 0 ? 'The agent ended the turn after a denial.' : 'The agent cancelled the turn.';
		case 'unknown':
			return `The agent ended the turn with ${JSON.stringify(word)}, which is not a stop reason.`;
		case 'end_turn':
			return '';
	}
}

export function lines(...parts: readonly (string | undefined)[]): string {
	return parts.filter((part) => part !== undefined && part !== '').join('\n');
}
