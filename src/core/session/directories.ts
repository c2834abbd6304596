import type { LifecycleEvent, UserEvent } from '../event.js';
import { note } from './entries/append.js';
import {
	ADDED_DIRECTORY,
	ADDED_TO_READ,
	directoriesAre,
	KEPT_FROM_NEXT_PROMPT,
	NO_DIRECTORIES,
	NOT_TOLD,
} from './session-messages.js';
import type { SessionState } from './state.js';
import { only, type Step, withEffects } from './step.js';

/** `/add-dir`: checks the path; without one lists the folders. */
export function reduceAddDirectory(
	state: SessionState,
	{ path }: Extract<UserEvent, { type: 'add-directory' }>,
	at: number,
): Step {
	if (path !== '') return withEffects(state, { type: 'add-directory', path });
	const listed = state.additionalDirectories;
	return only(
		listed.length === 0
			? note(state, at, 'info', NO_DIRECTORIES.title, { hint: NO_DIRECTORIES.hint })
			: note(state, at, 'info', directoriesAre(listed.length), { detail: listed.join('\n') }),
	);
}

/** ACP cannot announce a folder within a session: an unused one is opened anew, else the user is told when it counts. */
export function reduceDirectoryAdded(
	state: SessionState,
	{ directories, added, remark }: Extract<LifecycleEvent, { type: 'directory-added' }>,
	at: number,
): Step {
	const known = { ...state, additionalDirectories: directories };
	const details = [...(remark === null ? [] : [remark]), ...(state.turn === null ? [] : [KEPT_FROM_NEXT_PROMPT])];
	if (added === null) return only(note(known, at, 'info', remark ?? directoriesAre(directories.length)));
	const { agent, connection, turn, isPrompted } = state;
	const tell = (hint?: string): SessionState =>
		note(known, at, 'info', state.sandbox.agent === 'shadow' ? ADDED_TO_READ(added) : ADDED_DIRECTORY(added), {
			detail: details.join('\n') || undefined,
			hint,
		});
	if (agent === null || connection.phase !== 'ready') return only(tell());
	if (!agent.takesAdditionalDirectories) return only(tell(NOT_TOLD.never(agent.title)));
	if (isPrompted === true || turn !== null) return only(tell(NOT_TOLD.untilNew(agent.title)));
	return withEffects(
		{ ...tell(), sessionId: null, connection: { phase: 'opening', since: at } },
		{ type: 'open-session' },
	);
}
