import type { BranchEvent, BranchKind } from '../../branch-event.js';
import { MOST_SETS } from '../../changes.js';
import type { HandOverEnd, HandOverEvent } from '../../hand-over-event.js';
import { resumeCommandLine } from '../../resuming/resume-command.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { reduceUndoSets } from '../changes/undo-changes.js';
import { note, noted } from '../entries/append.js';
import type { Entry } from '../entries/entry.js';
import { eachEntry, entriesOf, entryAt, findLastEntry } from '../entries/entry-list.js';
import { ALREADY_RESUMING } from '../resuming/missing-memory.js';
import { holdWaiting } from '../retry/failed-prompt.js';
import { NOT_WHILE_WORKING } from '../session-messages.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, type Step, withEffects } from '../step.js';
import { rewindSets } from './rewind-sets.js';

const NOTHING_SAID = 'Nothing was said yet, so there is nothing to go on from.';

const OWN = 'what comes from here on is a session of its own.';
const BRANCHED: Readonly<Record<BranchKind, string>> = {
	fork: `This is a fork: ${OWN}`,
	rewind: `Rewound to here: ${OWN}`,
	compact: 'What comes from here on is a new session, for which the conversation above is summed up.',
};

type EventOf<T extends BranchEvent['type']> = Extract<BranchEvent, { readonly type: T }>;

export const onBranch: Reducers<BranchEvent> = {
	'branch-session': reduceBranch,
	'session-branched': (state, event, at) => only(reduceBranched(state, event, at)),
	'inspect-rewind': (state, { entryId }) =>
		withEffects(state, { type: 'inspect-rewind', entryId, sets: rewindSets(state, entryId).sets }),
	'rewind-inspected': only,
	'undo-sets': reduceUndoSets,
};

function reduceBranch(state: SessionState, { branch }: EventOf<'branch-session'>, at: number): Step {
	const why = whyNot(state, branch);
	if (why !== null) return noted(state, at, 'info', why);
	// A prompt that was to be sent again waits for the user, as in a new session.
	return withEffects({ ...holdWaiting(state), isRestoring: true }, { type: 'branch-session', branch });
}

function whyNot(state: SessionState, branch: EventOf<'branch-session'>['branch']): string | null {
	if (state.isRestoring === true) return ALREADY_RESUMING;
	if (findLastEntry(state.entries, ({ kind }) => kind === 'user') < 0) return NOTHING_SAID;
	if (branch.kind !== 'rewind') return null;
	if (promptAt(state, branch.entryId) === null) return 'This prompt is no longer in the transcript.';
	return state.turn === null && !state.changes.isRestoring ? null : NOT_WHILE_WORKING;
}

export function promptAt({ entries }: Pick<SessionState, 'entries'>, entryId: string) {
	const entry = entryAt(
		entries,
		findLastEntry(entries, ({ id }) => id === entryId),
	);
	return entry?.kind === 'user' ? entry : null;
}

function reduceBranched(before: SessionState, event: EventOf<'session-branched'>, at: number): SessionState {
	const { kind, sets, isKept } = event;
	const state = withoutHeld(event.before === null ? before : cutAt(before, event.before));
	const known = new Set(sets.map(({ id }) => id));
	const { changes, queue } = state;
	const next: SessionState = {
		...state,
		branchKind: kind,
		// Queued prompts were meant for the session before.
		isQueuePaused: queue.length > 0,
		changes: {
			...changes,
			sets: [...changes.sets.filter(({ id }) => !known.has(id)), ...sets].slice(-MOST_SETS),
			unreported: [],
		},
	};
	const words = event.prompt === undefined ? '' : sanitizeLine(event.prompt);
	const start = kind === 'rewind' && words !== '' ? `Rewound to before “${words}”: ${OWN}` : BRANCHED[kind];
	const hint = isKept ? 'the session before stays as it was: /resume finds it' : undefined;
	return note(next, at, 'info', start, { hint });
}

/** A prompt that failed and waits in the queue is not offered to be sent again as well. */
function withoutHeld(state: SessionState): SessionState {
	const { failed, ...rest } = state;
	return failed !== undefined && state.queue.some(({ id }) => id === failed.prompt.id) ? rest : state;
}

/** The session before this entry, with the effects that the user's commands still have. */
function cutAt(state: SessionState, entryId: string): SessionState {
	const index = findLastEntry(state.entries, ({ id }) => id === entryId);
	if (index < 0) return state;
	const kept: Entry[] = [];
	let place = 0;
	for (const entry of eachEntry(state.entries)) {
		const isRunning = entry.kind === 'user-command' && entry.command.status === 'running';
		if (place < index || isRunning) kept.push(entry);
		place += 1;
	}
	const { failed: _failed, ...rest } = state;
	const entries = entriesOf(kept);
	return {
		...rest,
		entries,
		firstOfAgent: entries.size,
		plan: null,
		approvedPlan: undefined,
		planHalt: null,
		usage: null,
	};
}

export function noteBranch(
	state: SessionState,
	kind: BranchKind,
	how: 'resume' | 'load' | 'new',
	detail: string,
	at: number,
): SessionState {
	const agent = state.agent?.title ?? state.profile.launch.name;
	if (how !== 'new') return note(state, at, 'info', `${agent} forked its session: it remembers what is above.`);
	const isAbove = findLastEntry(state.entries, (entry) => entry.kind === 'user') >= 0;
	if (!isAbove) return note(state, at, 'info', `${agent} has a new session and remembers nothing of the one before.`);
	const forks = state.agent?.sessions.fork === true ? 'could not fork its session' : 'cannot fork sessions';
	const title =
		kind === 'fork'
			? `${agent} ${forks}: it has a new one, and knows nothing of what is above.`
			: `${agent} has a new session and knows nothing of what is above.`;
	const hint = 'a briefing on it goes with your next prompt, if you agree to that';
	return note(state, at, 'info', title, { hint, detail: detail || undefined });
}

export const onHandOver: Reducers<HandOverEvent> = {
	'handed-over': (state, { to, promptIds }, at) => {
		// The other agent does it now: nothing goes again by itself here.
		const held = holdWaiting(state);
		const queue = held.queue.filter(({ id }) => !promptIds.includes(id));
		const left = { ...held, queue, isQueuePaused: queue.length > 0, handedOverTo: to };
		const title = `Handed over to ${sanitizeLine(to.agent)}, which goes on in a session of its own.`;
		return only(noteHandOver(left, title, to, at));
	},
	'taken-over': (state, { from, title, sets, task }, at) => {
		const { changes } = state;
		const begun = {
			...state,
			title: state.title ?? title,
			handedOverFrom: from,
			...(task === undefined ? {} : { task, isHandOverDue: true as const }),
			changes: { ...changes, sets: [...sets, ...changes.sets].slice(-MOST_SETS) },
		};
		const words = `Handed over from ${sanitizeLine(from.agent)}, whose session stays as it was.`;
		return only(noteHandOver(begun, words, from, at));
	},
};

function noteHandOver(state: SessionState, title: string, { recordId }: HandOverEnd, at: number): SessionState {
	return note(state, at, 'info', title, { hint: recordId === null ? undefined : resumeCommandLine(recordId) });
}
