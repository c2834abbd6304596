import { fail, type Result, succeed } from '../../core/failure.js';
import { initialState } from '../../core/session/reducers/initial.js';
import type { SessionState } from '../../core/session/state.js';
import type { SessionLogsPort } from '../../core/sessions/ports.js';
import { NOT_KEPT } from './messages.js';
import { readSession } from './read-session.js';

/**
 * An older session as its log tells it, for reading alone: nothing of it runs. `state` is the session that it is read
 * beside. Fails as reading a log does.
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
	// Whose words these are is in the log; how that agent is started has no part in reading.
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
