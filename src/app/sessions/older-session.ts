import { fail, type Result, succeed } from '../../core/failure.js';
import { initialState } from '../../core/session/reducers/initial.js';
import type { SessionState } from '../../core/session/state.js';
import type { SessionLogsPort } from '../../core/sessions/ports.js';
import { NOT_KEPT } from './messages.js';
import { readSession } from './read-session.js';

/**
 * Loads an older session from its log for reading only; the state supplies profile and mode. Fails as reading a log
 * does.
 */
export async function olderSession(
	logs: SessionLogsPort | undefined,
	id: string,
	{ profile, mode }: SessionState,
): Promise<Result<SessionState>> {
	if (logs === undefined) return fail('not-found', NOT_KEPT);
	const read = await readSession(logs, id);
	if (!read.ok) return read;
	const { state, cwd, additionalDirectories, agent, sessionId, createdAt } = read.value;
	// The log names the agent; how it is started does not matter for reading.
	const launch = { ...profile.launch, name: agent };
	const fresh = initialState({
		profile: { ...profile, launch },
		cwd,
		additionalDirectories,
		mode: mode.mode,
		isBypassAllowed: false,
		since: createdAt,
	});
	return succeed({ ...fresh, ...state, connection: { phase: 'closed' }, sessionId, queue: [], turn: null });
}
