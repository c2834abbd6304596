import { defined } from '../defined.js';
import type { AppEvent } from '../event.js';
import type { NoteEntry } from '../session/entries/entry.js';
import { entryAt, findCall } from '../session/entries/entry-list.js';
import type { Question } from '../session/question.js';
import { boundRaws } from '../session/reducers/bound-event.js';
import type { SessionState } from '../session/state.js';
import { type LoggedEvent, writeEvent } from './read-event.js';

/** The logged part of one event. `next`: number of the entry that it makes, where a replay could not know it. */
export type LoggedPart = { readonly event: LoggedEvent; readonly next?: number };

/** Converters of events whose outcome depends on unlogged state. */
type Converters = {
	readonly [T in AppEvent['type']]?: (
		event: Extract<AppEvent, { readonly type: T }>,
		before: SessionState,
		after: SessionState,
	) => readonly LoggedPart[];
};

const CONVERTERS: Converters = {
	'open-stop': notesOf,
	'question-asked': (event) => (event.question.kind === 'elicitation-url' ? [] : logged(event)),
	'question-withdrawn': (event, before, after) =>
		isAddress(before, event.questionId) ? notesSince(before.nextEntry, after, false) : logged(event),
	answer: loggedAnswer,
	// Rules are not kept, but the note that one was removed is.
	'remove-rule': (_, before, after) => notesSince(before.nextEntry, after),
	'elicitation-completed': (_, before, after) => notesSince(before.nextEntry, after, false),
	// How somebody signed in is nobody's business, that they did is.
	'sign-in': noteTitles,
	'sign-in-left': noteTitles,
	'signed-in': noteTitles,
	'signed-in-elsewhere': noteTitles,
	'signed-out': noteTitles,
	'sign-out-failed': noteTitles,
	'use-agent': (_, before, after) => notesSince(before.nextEntry, after),
	'sandbox-chosen': notesOf,
	// The changes themselves are on disk; what was said of them is kept.
	shadow: notesOf,
	'shadow-begun': notesOf,
	'shadow-left': notesOf,
	'shadow-applied': notesOf,
	'shadow-discarded': notesOf,
	'shadow-dropped': notesOf,
	'shadow-failed': notesOf,
	'agent-installed': ({ id }, before, after) => installNote(id, before, after),
	'install-failed': ({ id }, before, after) => installNote(id, before, after),
};

/** Log events for an event; none for sign-ins, installs, rules, and what only asks this program for something. */
export function loggedEvents(event: AppEvent, before: SessionState, after: SessionState): readonly LoggedPart[] {
	// The row of an event's type takes that event; the compiler cannot see that the two belong together.
	const keep = CONVERTERS[event.type] as
		| ((event: AppEvent, before: SessionState, after: SessionState) => readonly LoggedPart[])
		| undefined;
	return keep === undefined ? logged(event) : keep(event, before, after);
}

/** Events that bring a fresh session to the state at which its record begins or goes on: its agent, its mode, its queue. */
export function prologue(state: SessionState): readonly LoggedEvent[] {
	const { profile, agent, asking, sessionId, agentModes, configOptions, choices, branch, connection } = state;
	const events: readonly AppEvent[] = [
		{ type: 'agent-starting', launch: profile.launch },
		...(branch === null ? [] : [{ type: 'branch' as const, branch }]),
		...(agent === null
			? []
			: [{ type: 'agent-connected' as const, info: agent, choices, asking: { ...asking.before, ...asking.now } }]),
		...(sessionId === null || connection.phase !== 'ready'
			? []
			: [{ type: 'session-opened' as const, sessionId, modes: agentModes, options: configOptions }]),
	];
	return events.flatMap((event) => writeEvent(event) ?? []);
}

function notesOf(_: AppEvent, before: SessionState, after: SessionState): readonly LoggedPart[] {
	return notesSince(before.nextEntry, after);
}

function noteTitles(_: AppEvent, before: SessionState, after: SessionState): readonly LoggedPart[] {
	return notesSince(before.nextEntry, after, false);
}

function logged(event: AppEvent): readonly LoggedPart[] {
	const isTool = event.type === 'tool';
	const kept = writeEvent(isTool ? { ...event, patch: { ...event.patch, ...boundRaws(event.patch) } } : event);
	return kept === null ? [] : [{ event: kept }];
}

function isAddress(state: SessionState, questionId: string): boolean {
	return state.questions.some(({ id, kind }) => id === questionId && kind === 'elicitation-url');
}

/** Answer as it is logged; one that also wrote a rule by its outcome: the rule may have answered other questions as well. */
function loggedAnswer(
	event: Extract<AppEvent, { readonly type: 'answer' }>,
	before: SessionState,
	after: SessionState,
): readonly LoggedPart[] {
	if (isAddress(before, event.questionId)) return notesSince(before.nextEntry, after, false);
	if (event.remember === undefined || event.outcome.type === 'cancelled') return logged(event);
	const gone = before.questions.filter((question) => !after.questions.some(({ id }) => id === question.id));
	return gone.flatMap((question) => [
		{ event: { type: 'question-withdrawn', questionId: question.id } },
		...decisionOn(question, after),
	]);
}

function decisionOn({ toolCallId, request }: Question, after: SessionState): readonly LoggedPart[] {
	const call = toolCallId === undefined ? null : findCall(after, toolCallId);
	const verdict = call?.verdict ?? { decision: 'allowed' as const, because: 'you allowed it' };
	return logged({ type: 'decided', title: request.title, verdict, source: 'user', ...defined({ toolCallId }) });
}

/** Notes since the entry number `first`. Without `hasDetail` only their titles: an address may be a way to sign in. */
export function notesSince(first: number, after: SessionState, hasDetail = true): readonly LoggedPart[] {
	const kept: LoggedPart[] = [];
	const from = after.entries.size - (after.nextEntry - first) - 1;
	for (let index = Math.max(0, from); index < after.entries.size; index += 1) {
		const entry = entryAt(after.entries, index);
		const next = entry?.kind === 'note' ? Number(entry.id.slice(1)) : Number.NaN;
		if (entry?.kind === 'note' && next >= first) kept.push({ event: noteEvent(entry, hasDetail), next });
	}
	return kept;
}

function installNote(id: string, before: SessionState, after: SessionState): readonly LoggedPart[] {
	for (let index = before.entries.size - 1; index >= 0; index -= 1) {
		const entry = entryAt(before.entries, index);
		if (entry?.kind !== 'note' || entry.progressOf !== id) continue;
		const now = entryAt(after.entries, index);
		return now?.kind === 'note' ? [{ event: noteEvent(now, true), next: after.nextEntry }] : [];
	}
	return [];
}

function noteEvent({ level, title, detail, hint, isAnswer }: NoteEntry, hasDetail: boolean): LoggedEvent {
	return { type: 'note', level, title, ...defined({ hint, isAnswer, detail: hasDetail ? detail : undefined }) };
}
