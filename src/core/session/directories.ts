import type { LifecycleEvent } from '../lifecycle-event.js';
import type { UserEvent } from '../user-event.js';
import { note, noted } from './entries/append.js';
import { directoriesAre } from './session-messages.js';
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
	if (listed.length > 0) return noted(state, at, 'info', directoriesAre(listed.length), { detail: listed.join('\n') });
	const hint = '/add-dir DIR adds a folder beside it';
	return noted(state, at, 'info', 'The agent works in the workspace alone.', { hint });
}

/** ACP cannot announce a folder within a session: an unused one is opened anew, else a note says when it counts. */
export function reduceDirectoryAdded(
	state: SessionState,
	{ directories, added, remark }: Extract<LifecycleEvent, { type: 'directory-added' }>,
	at: number,
): Step {
	const known = { ...state, additionalDirectories: directories };
	if (added === null) return noted(known, at, 'info', remark ?? directoriesAre(directories.length));
	const { agent, connection, turn, isPrompted, sandbox } = state;
	const watched = 'What changes there is watched, and can be undone, from the next prompt on.';
	const detail = [remark, turn === null ? null : watched].filter(Boolean).join('\n') || undefined;
	const title =
		sandbox.agent === 'shadow'
			? `The agent may read files in ${added} now. It cannot change them, as it works in a shadow.`
			: `The agent may read and edit files in ${added} now.`;
	const noteAdded = (hint?: string): SessionState => note(known, at, 'info', title, { detail, hint });
	if (agent === null || connection.phase !== 'ready') return only(noteAdded());
	if (!agent.takesAdditionalDirectories)
		return only(noteAdded(`${agent.title} cannot learn of it: name files there by their full path`));
	if (isPrompted === true || turn !== null)
		return only(
			noteAdded(
				`${agent.title} learns of it in its next session (/new); until then name files there by their full path`,
			),
		);
	return withEffects(
		{ ...noteAdded(), sessionId: null, connection: { phase: 'opening', since: at } },
		{ type: 'open-session' },
	);
}
