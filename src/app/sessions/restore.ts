import { fail } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { ResumeEffect } from '../../core/sessions/resume-event.js';
import { SESSIONS_NOT_KEPT } from '../messages.js';
import type { Store } from '../store.js';
import { readSession } from './read-session.js';

/** What finding out needs. */
export type RestoreOptions = {
	readonly ports: Ports;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
};

type RestoreEffect = Extract<ResumeEffect, { type: 'restore-session' }>;

/** Finds out what is to be taken up, and reports it: of a session that only its agent knows there is no transcript. */
export async function restoreSession(
	{ ports, dispatch }: RestoreOptions,
	{ target, isFork }: RestoreEffect,
): Promise<void> {
	if ('recordId' in target) {
		const { sessionLogs: logs } = ports;
		const read = logs === undefined ? fail('not-found', SESSIONS_NOT_KEPT) : await readSession(logs, target.recordId);
		if (!read.ok) {
			dispatch({ type: 'resume-refused', failure: read.failure });
			return;
		}
		const { sessionId, settings, state } = read.value;
		const resuming = { sessionId, title: state.title, settings, isFork, hasTranscript: true, failed: [], deaths: 0 };
		dispatch({ type: 'resume-begun', resuming });
		dispatch({ type: 'session-restored', restored: read.value });
		return;
	}
	const { sessionId, title } = target;
	const resuming = { sessionId, title, settings: null, isFork, hasTranscript: false, failed: [], deaths: 0 };
	dispatch({ type: 'resume-begun', resuming });
}
