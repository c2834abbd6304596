import type { RestoredSession } from '../sessions/restored-session.js';
import type { SessionsEvent } from '../sessions/resume-event.js';
import { entryAt, pushEntry } from './entries/entry-list.js';
import { runningEntries } from './entries/user-commands.js';
import { withdrawQuestions } from './questions/answers.js';
import { forgetFailed, withoutTimer } from './retry/hold.js';
import type { SessionState } from './state.js';
import { andThen, only, type Reducers, type Step } from './step.js';

export const onSessions: Reducers<SessionsEvent> = {
	'session-restored': (state, event) => reduceRestoredSession(state, event.restored),
	'record-opened': (state, event) => only({ ...state, record: event.record }),
};

/**
 * Replaces the session that is shown by an older one. The agent, its connection, the rules in force and what the user
 * typed meanwhile stay; the caller ends the running turn before.
 */
function reduceRestoredSession(state: SessionState, { state: kept, settings, recordId }: RestoredSession): Step {
	return andThen(withdrawQuestions(state), (before) => {
		const { mode } = before;
		const waiting = withoutTimer(kept);
		const isModeKept = settings.mode === 'bypassPermissions' && !mode.isBypassAllowed;
		return only({
			...forgetFailed(before),
			...waiting,
			...withRunning(before, kept),
			mode: isModeKept ? mode : { ...mode, mode: settings.mode },
			// What its agent called by an id before says nothing of what an agent calls so from here on.
			firstOfAgent: kept.entries.size,
			awaitedParents: new Set(),
			turn: null,
			branchKind: undefined,
			isHandOverDue: undefined,
			rewind: null,
			outlived: 0,
			// What was typed meanwhile goes first; what was left waiting waits for the person's word.
			queue: [...before.queue, ...waiting.queue],
			isQueuePaused: waiting.queue.length > 0 && before.queue.length === 0,
			record: recordId === '' ? null : { id: recordId },
		});
	});
}

/** The user's running commands stay, below what was restored. */
function withRunning(state: SessionState, kept: RestoredSession['state']): Pick<SessionState, 'entries' | 'nextEntry'> {
	let { entries } = kept;
	let nextEntry = Math.max(state.nextEntry, kept.nextEntry);
	const running = runningEntries(state);
	for (let index = 0; index < running.size; index += 1) {
		const entry = entryAt(running, index);
		if (entry === undefined) continue;
		entries = pushEntry(entries, { ...entry, id: `e${nextEntry}` });
		nextEntry += 1;
	}
	return { entries, nextEntry };
}
